"""The errors of accept() that are temporary: a server tries again."""
import errno

PASSING = {getattr(errno, name) for name in (
    "EMFILE ENFILE ENOBUFS ENOMEM ECONNABORTED EPERM EPROTO ENETDOWN"
    " ENETUNREACH EHOSTDOWN EHOSTUNREACH ENONET ENOPROTOOPT EOPNOTSUPP"
).split()}
