"""A table of orders, in a file that is gone when the block is left."""
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The tables of this house."""


class Order(Base):
    """An order is a row; each number is given once."""

    __tablename__ = "orders"
    number: Mapped[int] = mapped_column(primary_key=True)
    dish: Mapped[str]


@asynccontextmanager
async def database(**options):
    """Lend an engine, whose database has an empty table of orders.

    The options are those of SQLAlchemy's create_async_engine().
    """
    with TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/orders.db"
        engine = create_async_engine(url, **options)
        try:
            async with engine.begin() as conn:
                await conn.run_sync(Base.metadata.create_all)
            yield engine
        finally:
            await engine.dispose()
