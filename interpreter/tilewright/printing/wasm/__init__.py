"""WebAssembly from the middle language."""
