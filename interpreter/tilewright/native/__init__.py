"""Native play: whole games inside of a WebAssembly module."""
