"""What does that sound like?

Sounds are made, not recorded: a sound is a few tones, a tone is a wave that sweeps from one pitch
to another and fades. One table says which tones an event has; another, bar by bar, what the loop
plays. Nothing is made before it is needed or a frame has time for it. Without a mixer all is
silent, and nobody is told: sound is never the only cue.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import cycle
from math import cos, pi, sin
from typing import Any, NamedTuple

import numpy as np
import pygame

from .simulation.events import Event

Samples = np.ndarray[Any, np.dtype[Any]]

RATE = 44100
BUFFER = 512
MOST_VOICES = 4
"""Of one tick, and of one kind at once: the oldest makes room."""
WIDTH = 640.0
"""px of the world, from the left ear to the right one."""
FROM_OTHERS = 0.6
"""How loud is what the player did not do itself."""

MINOR_PENTATONIC = (0, 3, 5, 7, 10)
"""Semitones of a scale in which no two notes quarrel."""
WAVES = {
    "sine": ((1, 1.0),),
    "square": ((1, 1.0), (3, 1 / 3), (5, 1 / 5), (7, 1 / 7)),
    "saw": tuple((k, 1 / k) for k in range(1, 9)),
    "string": ((1, 1.0), (2, 0.5), (3, 0.25), (4, 0.12)),
    "bell": ((1, 1.0), (2, 0.3), (3, 0.15), (5.4, 0.06)),
    "hum": ((1, 1.0), (1.5, 0.6), (2, 0.4), (2.004, 0.4), (3.003, 0.15)),
}
"""The partials of a wave, as multiples of its pitch, and how strong they are."""


class Tone(NamedTuple):
    """A wave that sweeps and fades.

    wave is one of WAVES, or noise, a band about the pitch and as wide; start and end are its
    pitch, Hz; level is its peak, 1 is full scale; wait is the silence before it. It dies away to
    exp(-fade), and rises and falls within edge at its ends. Crushed, it has five bits, and each
    sample is held for so many.
    """

    wave: str
    start: float
    end: float
    ms: float
    level: float
    wait: float = 0.0
    fade: float = 3.0
    edge: float = 2.0
    crush: int = 0


RECIPES = {
    "Died": (
        Tone("saw", 520, 45, 200, 0.42, fade=2),
        Tone("noise", 900, 90, 120, 0.3),
        # After a silence as long as the hit-stop.
        Tone("sine", 70, 40, 120, 0.4, wait=240),
    ),
    "Finished": tuple(
        Tone("bell", hertz, hertz, 320, 0.17, wait=80 * k)
        for k, hertz in enumerate((440.0, 659.26, 880.0, 1318.5))
    ),
    "Hurt": (Tone("square", 220, 80, 160, 0.22), Tone("noise", 1800, 300, 90, 0.22)),
    "TakenBack": (Tone("saw", 180, 720, 160, 0.26, crush=14),),
    "ExitOpened": (
        Tone("bell", 587.33, 587.33, 260, 0.16),
        Tone("bell", 880, 880, 340, 0.16, wait=90),
    ),
    "CoreTaken": (Tone("bell", 440, 440, 260, 0.26, fade=4),),
    "GlitchBegan": (Tone("saw", 110, 880, 220, 0.24, fade=1, crush=18),),
    "GlitchEnded": (Tone("saw", 880, 110, 220, 0.24, fade=2, crush=18),),
    "Stopped": (Tone("noise", 2500, 2500, 8, 0.22), Tone("sine", 75, 60, 130, 0.6)),
    "Dashed": (Tone("saw", 900, 120, 90, 0.26, fade=1.5),),
    "Grazed": (Tone("noise", 3200, 3200, 20, 0.3, fade=1),),
    "Refused": (Tone("square", 130, 110, 60, 0.12), Tone("square", 130, 98, 70, 0.12, wait=75)),
    "Ricocheted": (Tone("square", 330, 330, 45, 0.16),),
    "choose": (Tone("bell", 659.26, 659.26, 60, 0.14), Tone("bell", 880, 880, 120, 0.14, wait=55)),
    "back": (Tone("bell", 587.33, 440, 110, 0.14),),
    "move": (Tone("sine", 880, 880, 28, 0.12, fade=2),),
}
"""What an event (by its class) or a menu sounds like, the most important first."""
STEPS = {"CoreTaken": 15, "Ricocheted": 15}
"""How many notes of the scale a sound climbs with an event's count; others have one."""

BARS = 16
SIXTEENTH = 60 / 128 / 4
"""s, at 128 beats a minute: 16 bars are 30 s and a whole number of samples."""


class Part(NamedTuple):
    """An instrument and what it plays: a bar has 16 characters, "." or a note of the scale.

    place is from 0, left, to 1; every echo comes three sixteenths later, weaker, on the other side.
    """

    tone: Tone
    place: float
    echoes: int
    bars: str


SCORE = (
    Part(
        Tone("sine", 120, 48, 150, 0.3, fade=4),
        *(0.5, 0, "0.......0....... 0.......0.....0. 0.......0....... 0.....0.0......."),
    ),
    Part(
        Tone("noise", 7500, 7500, 35, 0.05, fade=4),
        *(0.62, 0, "..0...0...0...0. ..0...0...0..00."),
    ),
    Part(
        Tone("string", 110, 110, 260, 0.16, fade=2.5, edge=6),
        *(0.45, 0),
        "0.....0...0..... 0.....0...0...4. 0.....0...0..... 0.....0...3...1. "
        "2.....2...2..... 2.....2...2...1. 0.....0...0..... 0.....0...3...4. "
        "1.....1...1..... 1.....1...1...2. 3.....3...3..... 3.....3...3...4. "
        "0.....0...0..... 0.....0...0...1. 2.....2...2..... 3.....3...3...1.",
    ),
    Part(
        Tone("hum", 110, 110, 3900, 0.07, fade=0.5, edge=900),
        *(0.55, 0),
        "0............... ................ 0............... ................ "
        "2............... ................ 0............... ................ "
        "1............... ................ 3............... ................ "
        "0............... ................ 2............... 3...............",
    ),
    Part(
        Tone("bell", 440, 440, 420, 0.075, fade=4, edge=4),
        *(0.3, 3),
        "................ ........3..5..4. ................ ........2...1... "
        "....5.....4..... ................ ......3...2..... 1............... "
        "................ ....6..5......4. ................ ....3.....5..... "
        "7.....5......... ........4...3... 2.....3......... ................",
    ),
)


def pitch(step: int) -> float:
    """Return how many times higher a step of the scale is than its first."""
    octave, note = divmod(step, len(MINOR_PENTATONIC))
    return 2.0 ** (octave + MINOR_PENTATONIC[note] / 12)


def wave(name: str, cycles: Samples, period: int) -> Samples:
    """Return a wave of peak 1 after so many cycles; a period has so many samples at first."""
    if name == "noise":
        hiss = np.random.default_rng(1).standard_normal(len(cycles) + period - 1)
        band = np.convolve(hiss, np.ones(period), "valid") * np.sin(2 * pi * cycles)
    else:
        band = sum(weight * np.sin(2 * pi * k * cycles) for k, weight in WAVES[name])
    return np.asarray(band / np.abs(band).max())


def render(tones: Sequence[Tone], rise: float = 1.0) -> Samples:
    """Return the samples of tones that sound together, all so many times higher; one ear's."""
    sound = np.zeros(round(RATE * max(tone.wait + tone.ms for tone in tones) / 1000))
    for tone in tones:
        begin = round(RATE * tone.wait / 1000)
        t = np.linspace(0.0, 1.0, min(round(RATE * tone.ms / 1000), len(sound) - begin))
        hertz = rise * tone.start * (tone.end / tone.start) ** t
        samples = wave(tone.wave, np.cumsum(hertz) / RATE, round(RATE / hertz[0]))
        if tone.crush:
            held = np.arange(len(t)) // tone.crush * tone.crush
            samples = np.round(samples[held] * 16) / 16
        edges = np.minimum(1.0, np.minimum(t, 1.0 - t) * tone.ms / tone.edge)
        sound[begin : begin + len(t)] += tone.level * samples * edges * np.exp(-tone.fade * t)
    return sound


def ears(place: float) -> tuple[float, float]:
    """Return how loud the left and the right ear hear what sounds there, 0 to 1 across."""
    angle = (0.2 + 0.6 * min(1.0, max(0.0, place))) * pi / 2
    return cos(angle), sin(angle)


def stereo(sound: Samples, left: float = 1.0, right: float = 1.0) -> Samples:
    """Return samples as the mixer wants them: a row of two 16-bit numbers each."""
    return np.round(np.outer(sound, (32767 * left, 32767 * right))).astype(np.int16)


@lru_cache(maxsize=128)
def note(tone: Tone, step: int, place: float, level: float) -> Samples:
    """Return a note of an instrument."""
    left, right = ears(place)
    return stereo(render([tone], pitch(step)), level * left, level * right)


def play_bar(track: Samples, bar: int) -> None:
    """Add a bar to the loop; what rings on after the last one rings into the first."""
    for tone, place, echoes, bars in SCORE:
        line = bars.split()
        for sixteenth, name in enumerate(line[bar % len(line)]):
            for k in range(echoes + 1 if name != "." else 0):
                begin = round((16 * bar + sixteenth + 3 * k) * SIXTEENTH * RATE) % len(track)
                added = note(tone, int(name), 1 - place if k % 2 else place, 0.5**k)
                fits = len(track) - begin
                track[begin : begin + len(added)] += added[:fits]
                track[: len(added[fits:])] += added[fits:]


def compose() -> Iterator[Samples]:
    """Yield the loop as it grows, bar by bar, so that no frame waits for all of it."""
    track = np.zeros((round(16 * BARS * SIXTEENTH * RATE), 2), np.int16)
    for bar in range(BARS):
        play_bar(track, bar)
        yield track
    note.cache_clear()


@contextmanager
def hushed() -> Iterator[None]:
    """Keep what C libraries write on stderr off the terminal: ALSA complains where no card is."""
    with suppress(OSError, AttributeError, ValueError):
        sys.stderr.flush()
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def open_mixer() -> dict[str, Iterator[pygame.mixer.Channel]]:
    """Return each sound's own channels, to be used in turn; channel 0 is the loop's.

    Raises:
        pygame.error: there is no mixer or no sound card.
    """
    if not pygame.mixer:
        raise pygame.error("this pygame was built without a mixer")
    with hushed():
        pygame.mixer.init(RATE, -16, 2, BUFFER, allowedchanges=0)
    pygame.mixer.set_num_channels(1 + MOST_VOICES * len(RECIPES))
    channels = map(pygame.mixer.Channel, range(1, 1 + MOST_VOICES * len(RECIPES)))
    return {name: cycle([next(channels) for _ in range(MOST_VOICES)]) for name in RECIPES}


class Audio:
    """The sound of the game; it costs nothing until the first event or frame.

    Args:
        music: the loop's volume, 0 to 1.
        effects: that of everything else.
        mute: open no mixer, ever.
    """

    def __init__(self, music: float = 0.5, effects: float = 0.8, mute: bool = False) -> None:
        self.music, self.effects, self.works = music, effects, not mute
        self.channels: dict[str, Iterator[pygame.mixer.Channel]] = {}
        self.sounds: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self.track: pygame.mixer.Sound | None = None
        self.wanted = self.sounding = False
        self.work = self.make_all()

    def volumes(self, music: float, effects: float) -> None:
        """Change both volumes; the loop's is heard at once."""
        self.music, self.effects = music, effects
        self.attempt(self.tend_loop)

    def hear(self, events: Sequence[Event], player: int) -> None:
        """Play what happened in a tick, the most important first, each sound once."""
        order, voices = list(RECIPES), dict[tuple[str, int], tuple[float, float]]()
        for event in events:
            name = type(event).__name__
            if name in RECIPES:
                loud = 1.0 if event.body == player else FROM_OTHERS
                if name == "Stopped":
                    loud *= 1.0 - 0.8 * event.u
                sound = name, min(event.count, STEPS.get(name, 1)) - 1
                voices[sound] = max(voices.get(sound, (0.0, 0.0)), (loud, event.position[0]))
        first = sorted(voices, key=lambda sound: (order.index(sound[0]), -sound[1]))
        for sound in first[:MOST_VOICES]:
            loud, x = voices[sound]
            self.play(*sound, loud, x / WIDTH)

    def click(self, name: str) -> None:
        """Answer a key in a menu: move, choose or back."""
        self.play(name, 0, 1.0, 0.5)

    def loop(self, playing: bool) -> None:
        """Let the loop play, or fade it out."""
        self.wanted = playing
        self.attempt(self.tend_loop)

    def update(self) -> None:
        """Make one sound, or one bar of the loop, that is not made yet. Call it once a frame."""
        if self.music or self.effects:
            self.attempt(lambda: next(self.work, None))

    def attempt(self, what: Callable[[], object]) -> None:
        """Do what needs the mixer; be silent from the first time that fails."""
        if self.works:
            try:
                self.channels = self.channels or open_mixer()
                what()
            except pygame.error:
                self.works = False

    def play(self, name: str, step: int, loud: float, place: float) -> None:
        """Play a sound on the next of its channels."""
        if self.effects:
            self.attempt(lambda: self.start(name, step, self.effects * loud, place))

    def start(self, name: str, step: int, loud: float, place: float) -> None:
        channel = next(self.channels[name])
        left, right = ears(place)
        channel.play(self.sound(name, step))
        channel.set_volume(loud * left, loud * right)

    def sound(self, name: str, step: int) -> pygame.mixer.Sound:
        """Return a sound; make it if nobody did yet."""
        if (name, step) not in self.sounds:
            samples = stereo(render(RECIPES[name], pitch(step)))
            self.sounds[name, step] = pygame.mixer.Sound(buffer=samples.tobytes())
        return self.sounds[name, step]

    def make_all(self) -> Iterator[None]:
        """Make everything, a little each time; what was made at need is not made again."""
        for name in RECIPES:
            for step in range(STEPS.get(name, 1)):
                if (name, step) not in self.sounds:
                    self.sound(name, step)
                    yield
        for track in compose():
            yield
        self.track = pygame.mixer.Sound(buffer=track.tobytes())
        self.tend_loop()

    def tend_loop(self) -> None:
        """Start or fade out the loop if it is not as wanted; set its volume."""
        if self.track:
            self.track.set_volume(self.music)
            if self.sounding != (self.wanted and self.music > 0):
                self.sounding = not self.sounding
                channel = pygame.mixer.Channel(0)
                if self.sounding:
                    channel.play(self.track, loops=-1, fade_ms=600)
                else:
                    channel.fadeout(400)
