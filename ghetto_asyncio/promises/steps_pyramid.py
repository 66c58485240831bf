"""Three steps, each a callback inside the callback of the one before."""


def call_back(loop, work, arg, callback):
    """Do a job in a minute, and call `callback(error, value)` then."""
    def finish():
        """Do the job, and pass its error or value to `callback`."""
        try:
            error, value = None, work(arg)
        except Exception as failure:
            error, value = failure, None
        callback(error, value)

    loop.call_later(60, finish)


def breakfast(kitchen, name, at_end):
    """Call `at_end` with what is on the table, or why nothing is."""
    def on_dish(error, dish):
        """Cook the dish, or end with the error."""
        def on_plate(error, plate):
            """Bring the plate, or end with the error."""
            def on_table(error, table):
                """End with what is on the table, or with the error."""
                at_end(f"nothing: {error}" if error else table)
            if error:
                at_end(f"nothing: {error}")
            else:
                kitchen.bring(plate, on_table)
        if error:
            at_end(f"nothing: {error}")
        else:
            kitchen.cook(dish, on_plate)
    kitchen.wish(name, on_dish)
