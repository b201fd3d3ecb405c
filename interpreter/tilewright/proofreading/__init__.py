"""Whether texts say what the rules say: numbers, signs, names in the forms that sentences need."""
