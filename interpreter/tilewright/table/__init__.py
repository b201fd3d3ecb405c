"""Tables in a browser: pages draw scenes, and each seat gets what it may know."""
