"""What `make take` asks of the books that one takes along; `make test` tries these checks on a tiny book."""
