"""The errors of accept() that pass: a server may try again later."""
import errno

PASSING = {getattr(errno, name) for name in (
    "EMFILE ENFILE ENOBUFS ENOMEM ECONNABORTED EPERM EPROTO ENETDOWN"
    " ENETUNREACH EHOSTDOWN EHOSTUNREACH ENONET ENOPROTOOPT EOPNOTSUPP"
).split()}
