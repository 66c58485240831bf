"""Tasks that ask a kernel; one is cancelled."""
from small.kernel import Kernel, breakfast

files = ("kernel",)
names = {"boil": ("tea", "egg"), "breakfast": ("main",)}
places = {"ready": "ready", "sleepers": "sleep"}


def main():
    Kernel().run(breakfast())
