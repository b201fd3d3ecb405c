"""A made-up language that shows what is not translated, and what gets too long."""

from __future__ import annotations

from tilewright.wording.message import BadMessage, Cases, Message, read

PSEUDO = "qps"
LETTERS = str.maketrans("aceinouyACEINOUY", "åçéîñöûýÅÇÉÎÑÖÛÝ")


def pseudo(template: str) -> str:
    """The same template with other letters, a third longer, in brackets."""
    try:
        words = _written(read(template))
    except BadMessage:
        return template
    return f"[{words}{'~' * (len(template) // 3)}]"


def _written(message: Message) -> str:
    """A template written again, with only its plain words changed."""
    made = ""
    for part in message:
        if isinstance(part, str):
            made += part.translate(LETTERS)
        elif isinstance(part, Cases):
            cases = " ".join(f"{key} {{{_written(inner)}}}" for key, inner in part.cases)
            made += f"{{{part.name}, {part.how}, {cases}}}"
        else:
            made += str(part)
    return made
