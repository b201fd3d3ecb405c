"""From files to checked, plain data: strict YAML, JSON Schema, packs, overlays."""
