"""The door for translators: texts out as PO files, and back as YAML."""
