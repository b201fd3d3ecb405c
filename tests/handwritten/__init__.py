"""The shipped small games as plain Python classes, for `tilewright bench` to compare with."""
