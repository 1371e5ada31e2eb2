"""What do events, menus and the music sound like?

Sounds are computed, not recorded: a sound is a few tones, and a tone is a wave that
sweeps from one pitch to another and fades. One table lists the tones of each event,
another the notes of the music, bar by bar. The music is a loop in four layers: the
first is always heard, the others come in with what the player has done. All layers play
all the time; only their volumes change.

      layer 4   lead                              ________
      layer 3   plucks                     _______________
      layer 2   drums             ________________________
      layer 1   bass and drone  __________________________
                                0         1      2       3    progress

pygame's mixer has no filter, so each layer is rendered twice, clear and muffled; the
volume goes from one to the other while the player aims. A sound is made when it is
first needed, and the rest bar by bar in frames without play. Without a mixer the game
is silent and does not complain, since sound is never the only cue.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from itertools import count, cycle, product
from math import cos, exp, exp2, pi, sin
from random import Random
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from .simulation.elements import Core
from .simulation.events import Event
from .simulation.player import SLOW
from .simulation.shaft import Scanline
from .simulation.world import World

Samples = NDArray[np.float64]
Stereo = NDArray[np.int16]

SAMPLE_RATE = 44100
MOST_VOICES = 4
"""Voices of one tick; and of one kind at any time: a further one replaces the
oldest."""
STEREO_WIDTH = 640.0
"""px of the world between the left end of the stereo picture and the right end."""
FROM_OTHERS = 0.6
"""The volume of events of other bodies than the player."""

MINOR_PENTATONIC = (0, 3, 5, 7, 10)
"""Semitones of a scale whose notes all sound well together."""
WAVES = {
    "sine": {1.0: 1.0},
    "square": {1.0: 1.0, 3.0: 1 / 3, 5.0: 1 / 5, 7.0: 1 / 7},
    "saw": {float(k): 1 / k for k in range(1, 9)},
    "string": {1.0: 1.0, 2.0: 0.5, 3.0: 0.3, 4.0: 0.15},
    "bell": {1.0: 1.0, 2.0: 0.3, 3.0: 0.15, 5.4: 0.06},
    "hum": {1.0: 1.0, 1.5: 0.6, 2.003: 0.5},
    "noise": {1.0: 1.0},
}
"""The partials of a wave: its amplitude at each multiple of its pitch."""


class Tone(NamedTuple):
    """A wave that sweeps and fades.

    wave is one of WAVES; noise is a band around the pitch, as wide as the pitch is
    high. start and end are the pitch, Hz; level is the peak, 1 is full scale; wait is
    the silence before it, ms. It fades to exp(-fade), and edge is the time of attack
    and release, ms. If crush is not 0, the tone has about five bits, and each sample is
    held for crush samples.
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
    # Its gap is as long as the hit-stop.
    "Died": (
        Tone("saw", 520, 45, 200, 0.4, fade=2),
        Tone("sine", 110, 45, 130, 0.4, wait=240),
    ),
    "Finished": tuple(
        Tone("bell", 220 * k, 220 * k, 320, 0.2, 80 * k - 160) for k in (2, 3, 4, 6)
    ),
    "Hurt": (Tone("square", 220, 80, 160, 0.25), Tone("noise", 1800, 300, 90, 0.25)),
    "TakenBack": (Tone("saw", 180, 720, 160, 0.26, crush=14),),
    "ExitOpened": (
        Tone("bell", 587, 587, 260, 0.2),
        Tone("bell", 880, 880, 340, 0.2, wait=90),
    ),
    "CoreTaken": (Tone("bell", 440, 440, 260, 0.25, fade=4),),
    "GlitchBegan": (Tone("saw", 110, 880, 220, 0.24, fade=1, crush=18),),
    "GlitchEnded": (Tone("saw", 880, 110, 220, 0.17, fade=2, crush=18),),
    "Stopped": (Tone("noise", 1800, 1800, 12, 0.22), Tone("sine", 130, 60, 130, 0.3)),
    "Dashed": (Tone("saw", 900, 120, 90, 0.38, fade=1.5),),
    "Refused": (
        Tone("square", 165, 147, 60, 0.24),
        Tone("square", 165, 131, 70, 0.24, wait=75),
    ),
    "Grazed": (Tone("noise", 3200, 3200, 20, 0.3, fade=1),),
    "aim": (Tone("hum", 165, 330, 220, 0.22, fade=1, edge=60),),
    "Ricocheted": (Tone("square", 330, 330, 45, 0.18),),
    "medal": (Tone("bell", 587, 587, 420, 0.25),),
    "choose": (
        Tone("bell", 659, 659, 60, 0.15),
        Tone("bell", 880, 880, 120, 0.15, wait=55),
    ),
    "back": (Tone("bell", 587, 440, 110, 0.15),),
    "move": (Tone("sine", 880, 880, 28, 0.15, fade=2),),
}
"""The tones of an event (by its class), of the start of an aim, of a medal or of a menu
key, the most important first."""
PITCH_COUNTS = {"CoreTaken": 15, "Ricocheted": 15, "medal": 6}
"""How many pitches a sound has, one for each count of its event; other sounds have
one."""

SIXTEENTH = 60 / 128 / 4
"""s, at 128 beats a minute: 16 bars are 30 s, and four a whole number of samples."""


class Instrument(NamedTuple):
    """An instrument and the bars that it repeats, each of up to 16 sixteenths.

    A digit is a note of the scale. pan is 0 on the left and 1 on the right; an echo
    sounds three sixteenths later, at half the level, on the other side.
    """

    tone: Tone
    bars: str
    pan: float = 0.5
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
PLUCKS = "0.2.4...3.2.4... 0.2.4...5.4.2... 0.2.3...4.3.2... 1.2.4...6.4.3..."
SCORE = (
    Instrument(Tone("string", 110, 110, 260, 0.21, edge=6), BASS, 0.45),
    Instrument(Tone("hum", 110, 110, 2700, 0.1, fade=0, edge=900), DRONE),
    Instrument(Tone("sine", 120, 48, 150, 0.28, fade=4), KICK),
    Instrument(Tone("noise", 7500, 7500, 35, 0.07, fade=4), HAT, 0.65),
    Instrument(Tone("string", 220, 220, 160, 0.13, fade=5, edge=4), PLUCKS, 0.75, 2),
    Instrument(Tone("bell", 440, 440, 420, 0.17, fade=4, edge=4), LEAD, 0.3, 3),
)
MUSIC_LAYERS = SCORE[:2], SCORE[2:4], SCORE[4:5], SCORE[5:]
"""The layers of the music, each as long as its longest instrument. The first is about
as loud as all others together, so the music has much the same loudness with and without
them."""
TRACKS = tuple(product(MUSIC_LAYERS, (False, True)))
"""Each layer, clear and muffled."""
MUFFLED = 500.0
"""Hz: the pitch that is halved in a muffled layer; higher ones lose 12 dB an octave."""
CLIMB = 720.0
"""px of a shaft for each further layer: two chunks."""
MIX_RATE = 8.0
"""1/s: how fast volumes go to what they should be, so that none of them jumps."""
WHEN_DEAD = 0.5
"""The volume of the music after a death: 6 dB lower."""


def pitch(step: int) -> float:
    """Return the ratio of a scale step's frequency to that of step 0."""
    octave, note = divmod(step, len(MINOR_PENTATONIC))
    return exp2(octave + MINOR_PENTATONIC[note] / 12)


def wave(tone: Tone, hertz: Samples) -> Samples:
    """Return a tone's wave with the frequency of each sample, Hz."""
    phase = 2 * pi / SAMPLE_RATE * np.cumsum(hertz)
    # Single precision is several times faster here, and the difference cannot be heard.
    waves = []
    for harmonic, weight in WAVES[tone.wave].items():
        waves.append(weight * np.sin((harmonic * phase).astype(np.float32)))
    samples = np.sum(waves, axis=0)
    if tone.wave == "noise":
        width = round(SAMPLE_RATE / hertz[0])
        # To import np.random takes longer than to compute all noises.
        hiss = np.frombuffer(Random(2).randbytes(2 * (len(hertz) + width - 1)), "<i2")
        samples *= np.convolve(hiss, np.ones(width), "valid")
    if tone.crush:
        held = np.arange(len(hertz)) // tone.crush * tone.crush
        samples = np.round(samples[held] * 8)
    return np.asarray(samples)


def render(tones: Sequence[Tone], rise: float = 1.0) -> Samples:
    """Return the samples of a sound of several tones, with all pitches multiplied by
    rise."""
    longest = max(tone.wait + tone.ms for tone in tones)
    sound = np.zeros(round(SAMPLE_RATE * longest / 1000))
    for tone in tones:
        begin = round(SAMPLE_RATE * tone.wait / 1000)
        length = min(round(SAMPLE_RATE * tone.ms / 1000), len(sound) - begin)
        t = np.linspace(0.0, 1.0, length)
        hertz = rise * tone.start * (tone.end / tone.start) ** t
        samples = wave(tone, hertz)
        samples *= np.minimum(1.0, np.minimum(t, 1.0 - t) * tone.ms / tone.edge)
        samples *= np.exp(-tone.fade * t)
        peak = np.abs(samples).max()
        sound[begin : begin + length] += samples * (tone.level / peak)
    return sound


def ears(pan: float) -> tuple[float, float]:
    """Return the volumes of the left and the right channel, 0 to 1, for a pan from 0 to
    1."""
    angle = (0.2 + 0.6 * min(1.0, max(0.0, pan))) * pi / 2
    return cos(angle), sin(angle)


def stereo(sound: Samples, left: float = 1.0, right: float = 1.0) -> Stereo:
    """Return samples in the mixer's format: two columns of 16 bits, left and right."""
    columns = np.outer(sound, (32767 * left, 32767 * right))
    return np.round(columns).astype(np.int16)


def muffle(sound: Samples) -> Samples:
    """Return a sound after a low-pass of 12 dB an octave; it rings on for up to 10
    ms."""
    length = len(sound) + SAMPLE_RATE // 100
    ratio = np.fft.rfftfreq(length, MUFFLED / SAMPLE_RATE)
    spectrum = np.fft.rfft(sound, length) / (1.0 + 1.0j * ratio) ** 2
    return np.fft.irfft(spectrum, length)


@lru_cache(maxsize=128)
def note(tone: Tone, step: int, pan: float, level: float, muffled: bool) -> Stereo:
    """Return a note of an instrument in stereo."""
    sound = level * render([tone], pitch(step))
    if muffled:
        sound = muffle(sound)
    left, right = ears(pan)
    return stereo(sound, left, right)


def add_bar(track: Stereo, bar: int, instrument: Instrument, muffled: bool) -> None:
    """Add an instrument's bar to a layer; what sounds past the end continues at the
    start."""
    bars = instrument.bars.split()
    for sixteenth, name in enumerate(bars[bar % len(bars)]):
        if name != ".":
            at = 16 * bar + sixteenth
            add_note(track, at, instrument, int(name), muffled)


def add_note(
    track: Stereo, at: int, instrument: Instrument, step: int, muffled: bool
) -> None:
    """Add an instrument's note and its echoes to a layer, at a sixteenth from the
    start; each echo comes from the other side and is half as loud."""
    for k in range(1 + instrument.echoes):
        pan = 1 - instrument.pan if k % 2 else instrument.pan
        added = note(instrument.tone, step, pan, 0.5**k, muffled)
        begin = int((at + 3 * k) * SIXTEENTH * SAMPLE_RATE) % len(track)
        fits = len(track) - begin
        track[begin : begin + len(added)] += added[:fits]
        rest = added[fits:]
        track[: len(rest)] += rest


def compose(
    layer: Sequence[Instrument], muffled: bool
) -> Generator[None, None, Stereo]:
    """Return a layer's loop; yield after each instrument's bar, so that no frame waits
    for all."""
    bars = max(len(instrument.bars.split()) for instrument in layer)
    track = np.zeros((round(16 * bars * SIXTEENTH * SAMPLE_RATE), 2), np.int16)
    for bar, instrument in product(range(bars), layer):
        add_bar(track, bar, instrument, muffled)
        yield
    note.cache_clear()
    return track


def progress(world: World) -> float:
    """Return how many layers a run has added: one for each core of the dash, or all for
    all cores of a room, or one for every CLIMB px of a shaft."""
    cores = len(world.room.of(Core))
    taken = (len(MUSIC_LAYERS) - 1) * (
        1.0 - len(world.bodies.of(Core)) / cores if cores else 1.0
    )
    return max(
        world.player.chain,
        world.climbed / CLIMB if isinstance(world, Scanline) else taken,
    )


def volumes(world: World | None) -> list[float]:
    """Return the volume of each of TRACKS, 0 to 1; None: nothing is played, in a
    menu."""
    if world is None:
        reached = 0.0
        is_aiming = False
    else:
        reached = progress(world)
        is_aiming = world.player.state in SLOW
    full = WHEN_DEAD if world and world.outcome == "dead" else 1.0
    found: list[float] = []
    for k in range(len(MUSIC_LAYERS)):
        volume = full * min(1.0, max(0.0, reached - k + 1))
        clear, muffled = (0.0, volume) if is_aiming else (volume, 0.0)
        found += clear, muffled
    return found


class Voice(NamedTuple):
    """A sound of RECIPES at a step of the scale; pan is 0 on the left and 1 on the
    right."""

    name: str
    step: int = 0
    volume: float = 1.0
    pan: float = 0.5


def voices(events: Sequence[Event], player: int) -> list[Voice]:
    """Return the voices of a tick's events, the most important first; of equal ones the
    loudest."""
    loudest: dict[tuple[str, int], Voice] = {}
    for event in events:
        name = type(event).__name__
        if name in RECIPES:
            voice = event_voice(event, name, event.body == player)
            key = name, voice.step
            loudest[key] = max(voice, loudest.get(key, voice))
    order = list(RECIPES)
    found = sorted(loudest.values(), key=lambda v: (order.index(v.name), -v.step))
    return found[:MOST_VOICES]


def event_voice(event: Event, name: str, is_own: bool) -> Voice:
    """Return the voice of an event; is_own: of the player. A stop is the louder the
    earlier the hit."""
    volume = 1.0 if is_own else FROM_OTHERS
    if name == "Stopped":
        volume *= 1.0 - 0.8 * event.u
    step = min(event.count, PITCH_COUNTS.get(name, 1)) - 1
    return Voice(name, step, volume, event.position[0] / STEREO_WIDTH)


@contextmanager
def silent_stderr() -> Iterator[None]:
    """Suppress what libraries write to standard error: ALSA complains if there is no
    sound card."""
    with ExitStack() as after:
        with suppress(OSError):  # There may be no standard error.
            stderr = os.dup(2)
            after.callback(os.close, stderr)
            after.callback(os.dup2, stderr, 2)
            os.dup2(after.enter_context(open(os.devnull, "wb")).fileno(), 2)
        yield


def open_mixer() -> dict[str, Iterator[pygame.mixer.Channel]]:
    """Return the channels of every sound, to be used in turn; the first ones are the
    music's.

    Raises:
        pygame.error: there is no sound card.
        NotImplementedError: this pygame was built without a mixer.
    """
    with silent_stderr():
        pygame.mixer.init(SAMPLE_RATE, -16, 2, 512, allowedchanges=0)
    pygame.mixer.set_num_channels(len(TRACKS) + MOST_VOICES * len(RECIPES))
    channels = map(pygame.mixer.Channel, count(len(TRACKS)))
    turns: dict[str, Iterator[pygame.mixer.Channel]] = {}
    for name in RECIPES:
        own = [next(channels) for _ in range(MOST_VOICES)]
        turns[name] = cycle(own)
    return turns


class Audio:
    """Plays sounds and music; does nothing before the first event or frame.

    Args:
        music: the volume of the music, 0 to 1.
        effects: the volume of all sounds, 0 to 1.
        mute: never open the mixer.
    """

    def __init__(
        self, music: float = 0.5, effects: float = 0.8, mute: bool = False
    ) -> None:
        self.music = music
        self.effects = effects
        self.works = not mute
        self.channels: dict[str, Iterator[pygame.mixer.Channel]] = {}
        self.sounds: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self.tracks: list[pygame.mixer.Sound] = []
        """The music, once all of it is made."""
        self.volumes = [0.0] * len(TRACKS)
        """Those of the tracks at this moment, without the volume of the music."""
        self.world: World | None = None
        """The run that the music of this frame follows; its scene sets it in every
        frame."""
        self.aiming: object | None = None
        """The player, if it was aiming at the last tick."""
        self.work = self.make_all()

    def play_tick(self, world: World) -> None:
        """Play the sounds of a tick: of its events, and of an aim that began in it."""
        found = voices(world.events, world.player.id)
        before = self.aiming
        self.aiming = world.player if world.player.state in SLOW else None
        if self.aiming and self.aiming is not before:
            found = [*found[: MOST_VOICES - 1], Voice("aim")]
        if self.effects:
            for voice in found:
                self.attempt(self.play, voice)

    def click(self, name: str, step: int = 0) -> None:
        """Play the sound of a menu key (move, choose, back), or a medal's, from step 0
        upwards."""
        if self.effects:
            highest = PITCH_COUNTS.get(name, 1) - 1
            self.attempt(self.play, Voice(name, min(step, highest)))

    def update(self, seconds: float) -> None:
        """Mix the music, and unless a run goes on, make a sound or an instrument's bar
        that is missing. Call this once a frame."""
        world = self.world
        self.world = None
        goes_on = world and world.ticks and not world.outcome
        if not goes_on and (self.music or self.effects):
            self.attempt(next, self.work, None)
        self.attempt(self.mix, volumes(world), seconds)

    def attempt(self, action: Callable[..., object], *args: object) -> None:
        """Do what may need a mixer; after the first failure do nothing."""
        if self.works:
            try:
                action(*args)
            except (pygame.error, NotImplementedError):
                self.works = False

    def play(self, voice: Voice) -> None:
        """Play a sound on the next of its channels."""
        sound = self.sound(voice.name, voice.step)
        channel = next(self.channels[voice.name])
        channel.play(sound)
        left, right = ears(voice.pan)
        volume = voice.volume * self.effects
        channel.set_volume(volume * left, volume * right)

    def sound(self, name: str, step: int) -> pygame.mixer.Sound:
        """Return a sound; make it at first use, and open the mixer for the first
        one."""
        self.channels = self.channels or open_mixer()
        if (name, step) not in self.sounds:
            samples = stereo(render(RECIPES[name], pitch(step)))
            self.sounds[name, step] = pygame.mixer.Sound(buffer=samples.data)
        return self.sounds[name, step]

    def make_all(self) -> Iterator[None]:
        """Make the sounds and the music that are missing; yield after each piece."""
        for name in RECIPES:
            for step in range(PITCH_COUNTS.get(name, 1)):
                self.sound(name, step)
                yield
        while not self.music:
            yield
        tracks = []
        for layer, muffled in TRACKS:
            track = yield from compose(layer, muffled)
            tracks.append(pygame.mixer.Sound(buffer=track.data))
            tracks[-1].set_volume(0.0)
        for k, made in enumerate(tracks):
            pygame.mixer.Channel(k).play(made, loops=-1)
        self.tracks = tracks

    def mix(self, wanted: Sequence[float], seconds: float) -> None:
        """Bring the volume of each track nearer to what is wanted."""
        part = 1.0 - exp(-MIX_RATE * seconds)
        for k, track in enumerate(self.tracks):
            self.volumes[k] += (wanted[k] - self.volumes[k]) * part
            track.set_volume(self.music * self.volumes[k])
