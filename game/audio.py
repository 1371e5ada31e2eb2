"""What does that sound like?

Sounds are made, not recorded: a sound is a few tones, a tone is a wave that sweeps from one pitch
to another and fades. One table says which tones an event has; another, bar by bar, what the loop
plays. Nothing is made before it is needed or a frame has time for it. Without a mixer all is
silent, and nobody is told: sound is never the only cue.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import cycle, product
from math import cos, exp2, pi, sin
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pygame

from .simulation.events import Event

Samples = np.ndarray[Any, np.dtype[Any]]

RATE = 44100
MOST_VOICES = 4
"""Of one tick; and of one kind at any time, where the oldest makes room."""
WIDTH = 640.0
"""px of the world, from the left ear to the right one."""
FROM_OTHERS = 0.6
"""How loud is what the player did not do itself."""

MINOR_PENTATONIC = (0, 3, 5, 7, 10)
"""Semitones of a scale in which no two notes quarrel."""
WAVES = {
    "sine": {1.0: 1.0},
    "square": {1.0: 1.0, 3.0: 1 / 3, 5.0: 1 / 5, 7.0: 1 / 7},
    "saw": {float(k): 1 / k for k in range(1, 9)},
    "string": {1.0: 1.0, 2.0: 0.5, 3.0: 0.3, 4.0: 0.15},
    "bell": {1.0: 1.0, 2.0: 0.3, 3.0: 0.15, 5.4: 0.06},
    "hum": {1.0: 1.0, 1.5: 0.6, 2.003: 0.5},
    "noise": {1.0: 1.0},
}
"""The partials of a wave: how strong it is at each multiple of its pitch."""


class Tone(NamedTuple):
    """A wave that sweeps and fades.

    wave is one of WAVES; noise is a band about the pitch, and as wide. start and end are the pitch,
    Hz; level is the peak, 1 is full scale; wait is silence before it, ms. It dies away to
    exp(-fade), and both its ends are rounded off within edge ms. Crushed, it has about five bits,
    and every sample is held for so many.
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
    # The silence in it is as long as the hit-stop.
    "Died": (Tone("saw", 520, 45, 200, 0.4, fade=2), Tone("sine", 110, 45, 130, 0.4, wait=240)),
    "Finished": tuple(
        Tone("bell", 440 * k, 440 * k, 320, 0.2, 160 * k - 160) for k in (1, 1.5, 2, 3)
    ),
    "Hurt": (Tone("square", 220, 80, 160, 0.25), Tone("noise", 1800, 300, 90, 0.25)),
    "TakenBack": (Tone("saw", 180, 720, 160, 0.26, crush=14),),
    "ExitOpened": (Tone("bell", 587, 587, 260, 0.2), Tone("bell", 880, 880, 340, 0.2, wait=90)),
    "CoreTaken": (Tone("bell", 440, 440, 260, 0.25, fade=4),),
    "GlitchBegan": (Tone("saw", 110, 880, 220, 0.24, fade=1, crush=18),),
    "GlitchEnded": (Tone("saw", 880, 110, 220, 0.17, fade=2, crush=18),),
    "Stopped": (Tone("noise", 1800, 1800, 12, 0.22), Tone("sine", 130, 60, 130, 0.45)),
    "Dashed": (Tone("saw", 900, 120, 90, 0.22, fade=1.5),),
    "Grazed": (Tone("noise", 3200, 3200, 20, 0.3, fade=1),),
    "Refused": (Tone("square", 165, 147, 60, 0.24), Tone("square", 165, 131, 70, 0.24, wait=75)),
    "Ricocheted": (Tone("square", 330, 330, 45, 0.18),),
    "choose": (Tone("bell", 659, 659, 60, 0.15), Tone("bell", 880, 880, 120, 0.15, wait=55)),
    "back": (Tone("bell", 587, 440, 110, 0.15),),
    "move": (Tone("sine", 880, 880, 28, 0.15, fade=2),),
}
"""What an event (by its class) or a key in a menu sounds like, the most important first."""
STEPS = {"CoreTaken": 15, "Ricocheted": 15}
"""How many notes of the scale a sound climbs with an event's count; others have one."""

BARS = 16
SIXTEENTH = 60 / 128 / 4
"""s, at 128 beats a minute: 16 bars are 30 s, and a whole number of samples."""


class Part(NamedTuple):
    """An instrument and what it plays, over and over: bars of up to 16 places for notes.

    A digit is a note of the scale. It stands between 0, left, and 1; an echo comes three
    sixteenths later, weaker, on the other side.
    """

    tone: Tone
    bars: str
    place: float = 0.5
    echoes: int = 0


KICK = "0.......0 0.......0.....0 0.......0 0.....0.0"
HAT = "..0...0...0...0 ..0...0...0..00"
BASS = """
0.....0...0 0.....0...0...4 0.....0...0 0.....0...3...1 2.....2...2 2.....2...2...1
0.....0...0 0.....0...3...4 1.....1...1 1.....1...1...2 3.....3...3 3.....3...3...4
0.....0...0 0.....0...0...1 2.....2...2 3.....3...3...1
"""
DRONE = "0 0 0 0 2 2 0 0 1 1 3 3 0 0 2 3"
LEAD = """
. ........3..5..4 . ........2...1 ....5.....4 . ......3...2 1
. ....6..5......4 . ....3.....5 7.....5 ........4...3 2.....3 ............4
"""
SCORE = (
    Part(Tone("sine", 120, 48, 150, 0.32, fade=4), KICK),
    Part(Tone("noise", 7500, 7500, 35, 0.07, fade=4), HAT, 0.65),
    Part(Tone("string", 110, 110, 260, 0.2, edge=6), BASS, 0.45),
    Part(Tone("hum", 110, 110, 2700, 0.09, fade=0, edge=900), DRONE),
    Part(Tone("bell", 440, 440, 420, 0.17, fade=4, edge=4), LEAD, 0.3, 3),
)


def pitch(step: int) -> float:
    """Return how many times higher a step of the scale is than its first."""
    octave, note = divmod(step, len(MINOR_PENTATONIC))
    return exp2(octave + MINOR_PENTATONIC[note] / 12)


def wave(tone: Tone, hertz: Samples) -> Samples:
    """Return a tone's wave, which has so many hertz at each sample."""
    turned = 2 * pi / RATE * np.cumsum(hertz)
    # Single precision is several times faster here, and nobody hears the difference.
    waves = [w * np.sin((k * turned).astype(np.float32)) for k, w in WAVES[tone.wave].items()]
    samples = np.sum(waves, axis=0)
    if tone.wave == "noise":
        width = round(RATE / hertz[0])
        # np.random would take longer to import than all noises to make.
        hiss = np.frombuffer(Random(2).randbytes(2 * (len(hertz) + width - 1)), "<i2")
        samples *= np.convolve(hiss, np.ones(width), "valid")
    if tone.crush:
        samples = np.round(samples[np.arange(len(hertz)) // tone.crush * tone.crush] * 8)
    return np.asarray(samples)


def render(tones: Sequence[Tone], rise: float = 1.0) -> Samples:
    """Return the samples of tones that make one sound, all of them so many times higher."""
    sound = np.zeros(round(RATE * max(tone.wait + tone.ms for tone in tones) / 1000))
    for tone in tones:
        begin = round(RATE * tone.wait / 1000)
        t = np.linspace(0.0, 1.0, min(round(RATE * tone.ms / 1000), len(sound) - begin))
        samples = wave(tone, rise * tone.start * (tone.end / tone.start) ** t)
        samples *= np.minimum(1.0, np.minimum(t, 1.0 - t) * tone.ms / tone.edge)
        samples *= np.exp(-tone.fade * t)
        sound[begin : begin + len(t)] += samples * (tone.level / np.abs(samples).max())
    return sound


def ears(place: float) -> tuple[float, float]:
    """Return how loud the left and the right ear hear what sounds there, from 0 to 1."""
    angle = (0.2 + 0.6 * min(1.0, max(0.0, place))) * pi / 2
    return cos(angle), sin(angle)


def stereo(sound: Samples, left: float = 1.0, right: float = 1.0) -> Samples:
    """Return samples as the mixer wants them: 16 bits for the left ear, 16 for the right one."""
    return np.round(np.outer(sound, (32767 * left, 32767 * right))).astype(np.int16)


@lru_cache(maxsize=128)
def note(tone: Tone, step: int, place: float, level: float) -> Samples:
    """Return a note of an instrument."""
    left, right = ears(place)
    return stereo(render([tone], pitch(step)), level * left, level * right)


def play_bar(track: Samples, bar: int, part: Part) -> None:
    """Add a part's bar to the loop; what rings on after the last one rings into the first."""
    tone, bars, place, echoes = part
    line = bars.split()
    for sixteenth, name in enumerate(line[bar % len(line)]):
        for k in range(0 if name == "." else 1 + echoes):
            begin = round((16 * bar + sixteenth + 3 * k) * SIXTEENTH * RATE) % len(track)
            added = note(tone, int(name), 1 - place if k % 2 else place, 0.5**k)
            fits = len(track) - begin
            track[begin : begin + len(added)] += added[:fits]
            track[: len(added[fits:])] += added[fits:]


def compose() -> Generator[None, None, Samples]:
    """Return the loop, but yield after a part's bar: no frame shall wait for all of it."""
    track = np.zeros((round(16 * BARS * SIXTEENTH * RATE), 2), np.int16)
    for bar, part in product(range(BARS), SCORE):
        play_bar(track, bar, part)
        yield
    note.cache_clear()
    return track


class Voice(NamedTuple):
    """A sound of RECIPES at a step of the scale: how loud, and where from 0, left, to 1."""

    name: str
    step: int = 0
    loud: float = 1.0
    place: float = 0.5


def voices(events: Sequence[Event], player: int) -> list[Voice]:
    """Return what is heard of a tick, the most important first, each sound once, the loudest."""
    heard: dict[tuple[str, int], Voice] = {}
    for event in events:
        name = type(event).__name__
        if name in RECIPES:
            loud = 1.0 if event.body == player else FROM_OTHERS
            loud *= 1.0 - 0.8 * event.u if name == "Stopped" else 1.0
            step = min(event.count, STEPS.get(name, 1)) - 1
            voice = Voice(name, step, loud, event.position[0] / WIDTH)
            heard[name, step] = max(voice, heard.get((name, step), voice))
    order = list(RECIPES)
    return sorted(heard.values(), key=lambda v: (order.index(v.name), -v.step))[:MOST_VOICES]


@contextmanager
def hushed() -> Iterator[None]:
    """Keep off the terminal what libraries write there: ALSA complains where no card is."""
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
    """Return every sound's own channels, to be used in turn; channel 0 is left to the loop.

    Raises:
        pygame.error: there is no mixer or no sound card.
    """
    if not pygame.mixer:
        raise pygame.error("this pygame was built without a mixer")
    with hushed():
        pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    pygame.mixer.set_num_channels(1 + MOST_VOICES * len(RECIPES))
    channels = map(pygame.mixer.Channel, range(1, 1 + MOST_VOICES * len(RECIPES)))
    return {name: cycle([next(channels) for _ in range(MOST_VOICES)]) for name in RECIPES}


class Audio:
    """The sound of the game; it costs nothing before the first event or frame.

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
        """Change both volumes; of the loop that is heard at once."""
        self.music, self.effects = music, effects
        self.attempt(self.tend_loop)

    def loop(self, playing: bool) -> None:
        """Let the loop play as soon as it is made, or fade it out."""
        self.wanted = playing
        self.attempt(self.tend_loop)

    def hear(self, events: Sequence[Event], player: int) -> None:
        """Play what happened in a tick."""
        for voice in voices(events, player) if self.effects else []:
            self.attempt(self.play, voice)

    def click(self, name: str) -> None:
        """Answer a key in a menu: move, choose or back."""
        if self.effects:
            self.attempt(self.play, Voice(name))

    def update(self) -> None:
        """Make one sound, or a part's bar of the loop, if one is missing. Call it once a frame."""
        if self.music or self.effects:
            self.attempt(next, self.work, None)

    def attempt(self, what: Callable[..., object], *args: object) -> None:
        """Do what may need a mixer; be silent from the first time that it fails."""
        if self.works:
            try:
                what(*args)
            except pygame.error:
                self.works = False

    def play(self, voice: Voice) -> None:
        """Play a sound on the next of its channels."""
        sound = self.sound(voice.name, voice.step)
        channel = next(self.channels[voice.name])
        channel.play(sound)
        channel.set_volume(*(voice.loud * self.effects * ear for ear in ears(voice.place)))

    def sound(self, name: str, step: int) -> pygame.mixer.Sound:
        """Return a sound; make it if nobody did yet, and open the mixer for the first one."""
        self.channels = self.channels or open_mixer()
        if (name, step) not in self.sounds:
            samples = stereo(render(RECIPES[name], pitch(step)))
            self.sounds[name, step] = pygame.mixer.Sound(buffer=samples.data)
        return self.sounds[name, step]

    def make_all(self) -> Iterator[None]:
        """Make all that is missing, and yield after each piece."""
        for name in RECIPES:
            for step in range(STEPS.get(name, 1)):
                if (name, step) not in self.sounds:
                    self.sound(name, step)
                    yield
        track = yield from compose()
        self.track = pygame.mixer.Sound(buffer=track.data)
        self.tend_loop()

    def tend_loop(self) -> None:
        """Set the loop's volume; start it or fade it out if it is not as it shall be."""
        if self.track:
            self.track.set_volume(self.music)
            if self.sounding != (self.wanted and self.music > 0):
                self.sounding = not self.sounding
                channel = pygame.mixer.Channel(0)
                if self.sounding:
                    channel.play(self.track, loops=-1, fade_ms=600)
                else:
                    channel.fadeout(400)
