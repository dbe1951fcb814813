"""Stands in for anywidget: a widget is what its traits hold."""


class AnyWidget:
    def __init__(self, **traits):
        for name, value in traits.items():
            kind = getattr(type(self), name)
            if not isinstance(value, kind.type):
                raise TypeError(f"{name}: {value!r}")
            setattr(self, name, value)

    def synced(self):
        """What anywidget would send to the page, by name."""
        names = [name for name, trait in vars(type(self)).items() if getattr(trait, "sync", False)]
        return {name: getattr(self, name) for name in names}

    def __getattribute__(self, name):
        value = object.__getattribute__(self, name)
        return value.default if hasattr(value, "default") else value
