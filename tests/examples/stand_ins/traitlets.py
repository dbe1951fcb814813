"""Stands in for traitlets: a trait has a type, a default, and may go to the page."""


class Trait:
    def __init__(self, type, default):
        self.type, self.default, self.sync = type, default, False

    def tag(self, sync):
        self.sync = sync
        return self


def _kind(type):
    return lambda default: Trait(type, default)


Unicode, Bytes, Bool, List = _kind(str), _kind(bytes), _kind(bool), _kind(list)
