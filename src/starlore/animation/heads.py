"""What stands in `watch.toml` and `watch.<language>.toml`, before any value is looked up."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

LEAST_MS, MOST_MS, USUAL_MS = 4000, 9000, 6000
MOST_WORDS = 14
"""In a caption: it is read while the picture moves."""

MOST_BEATS, MOST_SCENES = 40, 60
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]


class BeatHead(BaseModel):
    """One beat: its caption, the scenes it goes through, how long it takes."""

    model_config = ConfigDict(extra="forbid")
    id: Id
    say: str = Field(min_length=1)
    show: list[Id] = Field(min_length=1, max_length=20)
    ms: int = Field(default=USUAL_MS, ge=LEAST_MS, le=MOST_MS, strict=True)


class WatchHead(BaseModel):
    """The file of the first language. A scene's entries but `axis` and `like` are its parts."""

    model_config = ConfigDict(extra="forbid")
    words: dict[Id, str] = {}
    scenes: dict[Id, dict[Id, Any]] = Field(max_length=MOST_SCENES)
    beats: list[BeatHead] = Field(min_length=1, max_length=MOST_BEATS)


class WatchWords(BaseModel):
    """The file of another language: captions and labels by the same ids."""

    model_config = ConfigDict(extra="forbid")
    words: dict[Id, str] = {}
    say: dict[Id, str]
