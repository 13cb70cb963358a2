"""Every code a diagnostic can carry, and what it means. The one table; the reference shows it.

The hundreds say where the fault is: 1 the file itself, 2 its prose, 3 its figures, 4 its
questions, 5 the course, 6 another language.
"""

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "L100": "a file is missing, or is not UTF-8",
    "L101": "the head between the --- lines is missing or empty",
    "L102": "the head or a figure is no YAML",
    "L103": "a name stands twice in the head or a figure",
    "L104": "an entry that the format does not know",
    "L105": "an entry is missing, or is of the wrong kind",
    "L106": "a part, or a key of a question, stands twice",
    "L107": "a heading without an id",
    "L108": "a fence that is not closed",
    "L109": "a heading that is no key of a question",
    "L110": "the id is not the name of the folder",
    "L111": "a line that does not join two stars of one outcome",
    "L112": "text before the first part, which nobody would see",
    "L113": "a file that cannot be read, is too large, or has a name that cannot be used",
    "L120": "numbers.py or questions.py is missing",
    "L121": "a file is no Python",
    "L122": "running a file, or numbers(), raises or does not end",
    "L123": "there is no function numbers() that gives a map of values to print",
    "L124": "QUESTIONS is no list of Question, or a field of one does not fit",
    "L201": "a name that no value has",
    "L202": "double braces that hold no name, or a value that cannot be printed",
    "L203": "a number typed by hand",
    "L204": "a link or an image that leads nowhere, or where it may not",
    "L205": "raw HTML",
    "L206": "a formula that cannot be read, or too long to be",
    "L207": "a stretch of text too long to be read",
    "L301": "a figure of an unknown kind, or without the data that its kind draws",
    "L302": "a figure without alternative text",
    "L303": "a figure that does not say along which axis it runs",
    "L304": "a figure without an id, or two with one",
    "L401": "a star without a question, or a question whose star the head does not list",
    "L402": "a question that lacks words: stem, answer, hint, worked, general or an option",
    "L403": "a misconception without words",
    "L404": "a misconception that never differs from the solution",
    "L405": "words that no draw of the question uses",
    "L406": "a question's id that stands twice, or does not begin with its lesson's",
    "L407": "a question that breaks one of the laws of questions",
    "L408": "words that cannot be filled for some draws",
    "L500": "a file of the course is missing",
    "L501": "a file of the course is no TOML, or has an entry that does not fit",
    "L502": "the course names a lesson that it does not list",
    "L503": "lessons that need one another in a round",
    "L504": "an outcome that no star with a question serves",
    "L505": "a lesson without its words in a language of the course",
    "L506": "a lesson's folder that the course does not list",
    "L507": "a first question that does not exist",
    "L601": "a language whose parts, keys or figures differ from the first one's",
    "L602": "a language whose head has other outcomes, stars or sentences than the first one's",
}
"""By code: what is wrong."""
