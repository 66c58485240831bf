"""Exercise: workers share the jobs."""


async def work_off(jobs, number):
    """Await `job()` for each job, with this many workers; return a list.

    It holds the results in the order of the jobs, and the error of a
    job that has failed. `jobs` may be very long: no more of it is read
    than the workers need soon. In the end no worker is left, even if
    the task that waits for the list is cancelled.
    """
    raise NotImplementedError
