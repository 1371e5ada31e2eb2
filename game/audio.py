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
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray
from pygame import mixer

from .simulation.elements import Core
from .simulation.events import Event
from .simulation.player import SLOW
from .simulation.shaft import Scanline
from .simulation.world import World

if TYPE_CHECKING:
    from pygame.mixer import Channel, Sound

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
"""The partials of each wave: by a multiple of the pitch, its amplitude."""


class Tone(NamedTuple):
    """A wave that sweeps from one pitch to another and fades."""

    wave: str
    """One of WAVES; noise is a band around the pitch, as wide as the pitch is high."""
    start: float
    """Hz: the pitch at the beginning."""
    end: float
    """Hz: the pitch at the end."""
    ms: float
    """How long it lasts."""
    level: float
    """Its peak; 1 is full scale."""
    wait: float = 0.0
    """ms: the silence before it."""
    fade: float = 3.0
    """At the end its amplitude is exp(-fade) of that at the beginning."""
    edge: float = 2.0
    """ms: how long it swells at the beginning, and how long it dies away at the end."""
    crush: int = 0
    """How many samples are equal in a row, each of about five bits, for a harsh sound;
    0: the wave stays as it is."""


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
"""How many pitches a sound has: the higher the count of its event, the higher it is.
Other sounds have one."""

SIXTEENTH = 60 / 128 / 4
"""s, at 128 beats a minute: 16 bars are 30 s, and four a whole number of samples."""
BAR = 16
"""Sixteenths of a bar."""
ECHO_DELAY = 3
"""Sixteenths from a note to its echo, and from an echo to the next one."""


class Instrument(NamedTuple):
    """An instrument and the bars that it repeats."""

    tone: Tone
    """What step 0 of the scale sounds like."""
    bars: str
    """Bars with spaces between them. A bar has a character for each of up to 16
    sixteenths: a digit is a step of the scale, a dot is silence."""
    pan: float = 0.5
    """0 is left, 1 is right."""
    echoes: int = 0
    """How often each note sounds again: always ECHO_DELAY sixteenths later, half as
    loud, and on the other side."""


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
"""The layers of the music, each as long as its longest instrument. The first layer is
about as loud as all others together, so the music has much the same loudness with the
others and without them."""
TRACKS = tuple(product(MUSIC_LAYERS, (False, True)))
"""Each layer twice: with False it is clear, with True muffled."""
MUFFLED = 500.0
"""Hz: the pitch that is halved in a muffled layer; higher ones lose 12 dB an octave."""
CLIMB = 720.0
"""px of a shaft for each further layer: two chunks."""
MIX_RATE = 8.0
"""1/s: how fast volumes go to what they should be, so that none of them jumps."""
WHEN_DEAD = 0.5
"""By what the volume of the music is multiplied after a death: it is 6 dB lower."""


def pitch(step: int) -> float:
    """Return the ratio of the pitch of a step of the scale to that of step 0."""
    octave, place = divmod(step, len(MINOR_PENTATONIC))
    return exp2(octave + MINOR_PENTATONIC[place] / 12)


def wave(tone: Tone, hertz: Samples) -> Samples:
    """Return the samples of a tone's wave, without its swelling and fading and not yet
    at its level.

    Args:
        tone: only its wave and crush are used.
        hertz: the pitch at each sample, Hz.
    """
    phase = 2 * pi / SAMPLE_RATE * np.cumsum(hertz)
    # Single precision is several times faster here, and the difference cannot be heard.
    waves = []
    for harmonic, weight in WAVES[tone.wave].items():
        waves.append(weight * np.sin((harmonic * phase).astype(np.float32)))
    samples = np.sum(waves, axis=0)
    if tone.wave == "noise":
        # Random samples, averaged over one period of the pitch.
        width = round(SAMPLE_RATE / hertz[0])
        length = len(hertz) + width - 1
        # To import np.random takes longer than to compute all noises.
        hiss = np.frombuffer(Random(2).randbytes(2 * length), "<i2")
        samples *= np.convolve(hiss, np.ones(width), "valid")
    if tone.crush:
        # Each sample is the first one of its group, rounded to one of about 2^5 levels.
        first = np.arange(len(hertz)) // tone.crush * tone.crush
        samples = np.round(samples[first] * 8)
    return np.asarray(samples)


def render(tones: Sequence[Tone], rise: float = 1.0) -> Samples:
    """Return the samples of a sound, the sum of several tones, with all pitches
    multiplied by rise."""
    longest = max(tone.wait + tone.ms for tone in tones)
    sound = np.zeros(round(SAMPLE_RATE * longest / 1000))
    for tone in tones:
        begin = round(SAMPLE_RATE * tone.wait / 1000)
        length = min(round(SAMPLE_RATE * tone.ms / 1000), len(sound) - begin)
        t = np.linspace(0.0, 1.0, length)  # From the tone's beginning to its end.
        hertz = rise * tone.start * (tone.end / tone.start) ** t
        samples = wave(tone, hertz)
        ms_to_nearer_end = np.minimum(t, 1.0 - t) * tone.ms
        samples *= np.minimum(1.0, ms_to_nearer_end / tone.edge)
        samples *= np.exp(-tone.fade * t)
        peak = np.abs(samples).max()
        sound[begin : begin + length] += samples * (tone.level / peak)
    return sound


def ears(pan: float) -> tuple[float, float]:
    """Return the volumes of the left and the right channel, 0 to 1, for a place between
    them.

    A pan of 0 is left and 1 is right, but neither channel is ever silent: that is why
    only the middle 0.6 of a quarter turn is used. The squares of both volumes add up to
    1, so a sound is equally loud everywhere.
    """
    angle = (0.2 + 0.6 * min(1.0, max(0.0, pan))) * pi / 2
    return cos(angle), sin(angle)


def stereo(sound: Samples, left: float = 1.0, right: float = 1.0) -> Stereo:
    """Return samples at the volumes of two channels in the mixer's format: columns of
    16 bits, left and right."""
    columns = np.outer(sound, (32767 * left, 32767 * right))
    return np.round(columns).astype(np.int16)


def muffle(sound: Samples) -> Samples:
    """Return the samples of a sound after a low-pass at MUFFLED of 12 dB an octave; it
    is 10 ms longer, for what rings on."""
    length = len(sound) + SAMPLE_RATE // 100
    # Each frequency divided by MUFFLED.
    ratio = np.fft.rfftfreq(length, MUFFLED / SAMPLE_RATE)
    spectrum = np.fft.rfft(sound, length) / (1.0 + 1.0j * ratio) ** 2
    return np.fft.irfft(spectrum, length)


@lru_cache(maxsize=128)
def note(tone: Tone, step: int, pan: float, level: float, muffled: bool) -> Stereo:
    """Return a note in stereo: a tone at a step of the scale, with its samples
    multiplied by level, muffled or clear, between left (pan 0) and right (1)."""
    sound = level * render([tone], pitch(step))
    if muffled:
        sound = muffle(sound)
    left, right = ears(pan)
    return stereo(sound, left, right)


def add_bar(track: Stereo, bar: int, instrument: Instrument, muffled: bool) -> None:
    """Add to a track what an instrument plays in the bar of this number. An instrument
    with fewer bars than the track repeats them."""
    bars = instrument.bars.split()
    for sixteenth, character in enumerate(bars[bar % len(bars)]):
        if character != ".":
            at = BAR * bar + sixteenth
            add_note(track, at, instrument, int(character), muffled)


def add_note(
    track: Stereo, at: int, instrument: Instrument, step: int, muffled: bool
) -> None:
    """Add an instrument's note and its echoes to a track.

    The note begins at this sixteenth from the start. Each echo is half as loud as the
    one before, and on the other side. What sounds past the end of the track continues
    at its start, since the track is a loop.
    """
    for k in range(1 + instrument.echoes):
        is_other_side = k % 2 == 1
        pan = 1 - instrument.pan if is_other_side else instrument.pan
        added = note(instrument.tone, step, pan, level=0.5**k, muffled=muffled)
        begin = int((at + ECHO_DELAY * k) * SIXTEENTH * SAMPLE_RATE) % len(track)
        fits = len(track) - begin
        track[begin : begin + len(added)] += added[:fits]
        rest = added[fits:]
        track[: len(rest)] += rest


def compose(
    layer: Sequence[Instrument], muffled: bool
) -> Generator[None, None, Stereo]:
    """Make a layer's track, a loop, and return it at the end; yield after each
    instrument's bar, so that no frame waits for all of it."""
    bars = max(len(instrument.bars.split()) for instrument in layer)
    length = round(BAR * bars * SIXTEENTH * SAMPLE_RATE)
    track = np.zeros((length, 2), np.int16)
    for bar, instrument in product(range(bars), layer):
        add_bar(track, bar, instrument, muffled)
        yield
    note.cache_clear()
    return track


def progress(world: World) -> float:
    """Return how many layers a run has added to the first, perhaps with a fraction.

    A shaft adds one for every CLIMB px. A room adds all of them by its last core, and
    one without cores has them from the start. If the current dash has taken more cores
    than that, their number counts.
    """
    if isinstance(world, Scanline):
        added = world.climbed / CLIMB
    else:
        cores = len(world.room.of(Core))
        part_left = len(world.bodies.of(Core)) / cores if cores else 0.0
        added = (len(MUSIC_LAYERS) - 1) * (1.0 - part_left)
    return max(world.player.chain, added)


def volumes(world: World | None) -> list[float]:
    """Return the volume of each of TRACKS, 0 to 1, in a world: those of layers that its
    progress has added, muffled while the player aims, quieter after a death. Without a
    world, in a menu, only the first layer is heard."""
    if world is None:
        added = 0.0
        is_aiming = False
    else:
        added = progress(world)
        is_aiming = world.player.state in SLOW
    full = WHEN_DEAD if world and world.outcome == "dead" else 1.0
    found: list[float] = []
    for k in range(len(MUSIC_LAYERS)):
        volume = full * min(1.0, max(0.0, added - k + 1))
        # Of the two tracks of a layer the first is clear, the second muffled.
        found += [0.0, volume] if is_aiming else [volume, 0.0]
    return found


class Voice(NamedTuple):
    """A sound that is to be played."""

    name: str
    """One of RECIPES."""
    step: int = 0
    """Of the scale."""
    volume: float = 1.0
    pan: float = 0.5
    """0 is left, 1 is right."""


def voices(events: Sequence[Event], player: int) -> list[Voice]:
    """Return the voices of a tick's events, at most MOST_VOICES.

    The most important come first; of several of one kind and pitch only the loudest is
    there. player is the id of the player's body.
    """
    loudest: dict[tuple[str, int], Voice] = {}
    for event in events:
        name = type(event).__name__
        if name in RECIPES:
            voice = event_voice(event, name, of_player=event.body == player)
            key = name, voice.step
            loudest[key] = max(voice, loudest.get(key, voice))
    order = list(RECIPES)
    found = sorted(loudest.values(), key=lambda v: (order.index(v.name), -v.step))
    return found[:MOST_VOICES]


def event_voice(event: Event, name: str, of_player: bool) -> Voice:
    """Return the voice of an event.

    Args:
        event: a stop is the louder the earlier in its tick it happened.
        name: of its class, one of RECIPES.
        of_player: whether it happened to the player; events of others are quieter.
    """
    volume = 1.0 if of_player else FROM_OTHERS
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


def open_mixer() -> dict[str, Iterator[Channel]]:
    """Open the mixer. Return the channels of each sound, by the sound's name: an
    endless iterator, since they are used in turn. The first channels of the mixer, one
    a track, are left to the music.

    Raises:
        pygame.error: there is no sound card.
        NotImplementedError: this pygame was built without a mixer.
    """
    with silent_stderr():
        mixer.init(SAMPLE_RATE, size=-16, channels=2, buffer=512, allowedchanges=0)
    mixer.set_num_channels(len(TRACKS) + MOST_VOICES * len(RECIPES))
    channels = map(mixer.Channel, count(len(TRACKS)))
    turns: dict[str, Iterator[Channel]] = {}
    for name in RECIPES:
        turns[name] = cycle([next(channels) for _ in range(MOST_VOICES)])
    return turns


class Audio:
    """Plays sounds and music; opens the mixer for the first of them.

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
        """Whether anything can be played."""
        self.channels: dict[str, Iterator[Channel]] = {}
        """Those of each sound, in turn; empty before the mixer is opened."""
        self.sounds: dict[tuple[str, int], Sound] = {}
        """By the name of the sound and the step of the scale."""
        self.tracks: list[Sound] = []
        """The music, once all of it is made."""
        self.volumes = [0.0] * len(TRACKS)
        """Those of the tracks at this moment, without the volume of the music."""
        self.world: World | None = None
        """The run that the music of this frame follows; its scene sets it in every
        frame."""
        self.aiming: object | None = None
        """The player, if it was aiming at the last tick."""
        self.work = self.make_all()
        """Makes one more sound or bar of the music each time it is continued."""

    def play_tick(self, world: World) -> None:
        """Play the sounds of a tick: those of its events, and that of an aim that began
        in it."""
        player = world.player
        found = voices(world.last.events, player.id)
        before = self.aiming
        self.aiming = player if player.state in SLOW else None
        if self.aiming and self.aiming is not before:
            found = [*found[: MOST_VOICES - 1], Voice("aim")]
        if self.effects:
            for voice in found:
                self.attempt(self.play, voice)

    def click(self, name: str, step: int = 0) -> None:
        """Play the sound of a menu key (move, choose, back), or that of a medal at a
        step of the scale; all steps above its highest pitch sound like that one."""
        if self.effects:
            highest = PITCH_COUNTS.get(name, 1) - 1
            self.attempt(self.play, Voice(name, min(step, highest)))

    def update(self, seconds: float) -> None:
        """Mix the music; call this once a frame.

        In a frame in which no run goes on, make one more missing sound or bar, too.
        """
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

    def sound(self, name: str, step: int) -> Sound:
        """Return a sound; make it at first use, and open the mixer for the first
        one."""
        self.channels = self.channels or open_mixer()
        if (name, step) not in self.sounds:
            samples = stereo(render(RECIPES[name], pitch(step)))
            self.sounds[name, step] = mixer.Sound(buffer=samples.data)
        return self.sounds[name, step]

    def make_all(self) -> Iterator[None]:
        """Make all sounds, then the music once its volume is not 0, and start it; yield
        after each sound and each bar."""
        for name in RECIPES:
            for step in range(PITCH_COUNTS.get(name, 1)):
                self.sound(name, step)
                yield
        while not self.music:
            yield
        tracks = []
        for layer, muffled in TRACKS:
            samples = yield from compose(layer, muffled)
            track = mixer.Sound(buffer=samples.data)
            track.set_volume(0.0)
            tracks.append(track)
        for k, track in enumerate(tracks):
            mixer.Channel(k).play(track, loops=-1)  # Again and again.
        self.tracks = tracks

    def mix(self, wanted: Sequence[float], seconds: float) -> None:
        """Bring the volume of each track nearer to the wanted one: the rest of the way
        shrinks by a factor of e in each 1/MIX_RATE s."""
        fraction = 1.0 - exp(-MIX_RATE * seconds)
        for k, track in enumerate(self.tracks):
            self.volumes[k] += (wanted[k] - self.volumes[k]) * fraction
            track.set_volume(self.music * self.volumes[k])
