"""What generated code may call, and nothing else: plain functions over numbers and lists."""
