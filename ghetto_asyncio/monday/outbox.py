"""The order and its mail are one transaction; another program sends it."""


def create(database):
    """Make the two tables."""
    database.execute("CREATE TABLE orders (guest)")
    database.execute("CREATE TABLE outbox (guest)")


def order(database, guest):
    """Write down an order and the mail that is to follow: both or neither."""
    with database:
        database.execute("INSERT INTO orders VALUES (?)", (guest,))
        database.execute("INSERT INTO outbox VALUES (?)", (guest,))


def deliver(database, send):
    """Send each mail of the outbox, and take it out when it is sent."""
    found = database.execute("SELECT rowid, guest FROM outbox").fetchall()
    for number, guest in found:
        send(guest)
        with database:
            database.execute("DELETE FROM outbox WHERE rowid = ?", (number,))
