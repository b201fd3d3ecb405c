"""The middle language as code: Python here, WebAssembly beside it."""
