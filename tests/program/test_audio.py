"""Every event has its sound, the music is seamless in all its layers, and no sound card is needed.

Loudness is that of ITU-R BS.1770: power after a filter that hears as ears do.
"""

import itertools
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game import audio
from game.audio import (
    MUFFLED,
    MUSIC_LAYERS,
    PITCH_COUNTS,
    RECIPES,
    SAMPLE_RATE,
    SCORE,
    TRACKS,
    Audio,
    pitch,
    render,
    stereo,
    voices,
    volumes,
)
from game.resources import shaft_file, stored_replay
from game.simulation import events
from game.simulation.begin import begin, load_level
from game.simulation.events import Event
from game.simulation.replay import begin_replay, load_replay
from game.simulation.tiled import load_room

ROOT = Path(__file__).parents[2]
PLAYER = 7
FULL = 32768


def event(name, u=0.0, x=320.0, count=1, body=PLAYER):
    """An event of a class of this name, which need not be there yet."""
    kind = getattr(events, name, None) or type(name, (Event,), {})
    return kind(u, (x, 180.0), body, count=count)


def sound(name, step=0):
    """The samples of a sound, as the mixer gets them."""
    return stereo(render(RECIPES[name], pitch(step)))


def loudest_hertz(samples):
    """Where the spectrum of the left ear has its peak."""
    spectrum = np.abs(np.fft.rfft(samples[:, 0], 4 * SAMPLE_RATE))
    return np.argmax(spectrum) / 4


def world_of(*happened, state="still", player=PLAYER):
    """A world of which sounds read no more than the events of a tick and the player's state."""
    last = SimpleNamespace(events=happened)
    return SimpleNamespace(last=last, player=SimpleNamespace(id=player, state=state))


def pieces_of(work):
    """What a generator returns in the end, and in how many pieces it came."""
    pieces = 0
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value, pieces
        pieces += 1


@cache
def compose(layer, muffled=False):
    """A layer's loop, and in how many pieces it came."""
    return pieces_of(audio.compose(MUSIC_LAYERS[layer], muffled))


@cache
def mixed(layers, muffled=False):
    """Half a minute of the first layers together, 1.0 is full scale."""
    loops = [compose(k, muffled)[0] for k in range(layers)]
    length = max(map(len, loops))
    return sum(np.tile(loop, (length // len(loop), 1)) / FULL for loop in loops)


def loudness(samples):
    """The loudness of stereo samples, dB; the filters are those of the standard at 48 kHz."""
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(len(samples), 1 / SAMPLE_RATE) / 48000)
    head = (1.53512485958697 - 2.69169618940638 * z + 1.19839281085285 * z**2) / (
        1 - 1.69065929318241 * z + 0.73248077421585 * z**2
    )
    low_cut = (1 - z) ** 2 / (1 - 1.99004745483398 * z + 0.99007225036621 * z**2)
    spectrum = np.fft.rfft(samples, axis=0) * (head * low_cut)[:, None] / len(samples)
    return -0.691 + 10 * np.log10(2 * (np.abs(spectrum) ** 2).sum())


def decibels(ratio):
    """A ratio of amplitudes in dB."""
    return 20 * np.log10(ratio)


def update_until_made(sounding):
    """Let so many frames pass as it can take at most."""
    pieces = sum(16 * len(layer) for layer, _ in TRACKS)
    for _ in range(len(RECIPES) + sum(PITCH_COUNTS.values()) + pieces + 1):
        sounding.update(0.01)


@pytest.fixture(autouse=True)
def closed_mixer():
    """Begin and end without a mixer."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def played(monkeypatch):
    """What an Audio plays, in this order."""
    heard = []
    monkeypatch.setattr(Audio, "play", lambda self, voice: heard.append(voice))
    return heard


@pytest.mark.parametrize("kind", [kind.__name__ for kind in Event.__subclasses__()])
def test_every_event_has_its_sound(kind, played):
    Audio().play_tick(world_of(event(kind)))
    assert [voice.name for voice in played] == [kind]
    same = [name for name in RECIPES if RECIPES[name] == RECIPES[kind]]
    assert same == [kind]


@pytest.mark.parametrize("name", ["GlitchBegan", "GlitchEnded", "TakenBack"])
def test_what_glitch_does_is_crushed(name):
    assert all(tone.crush for tone in RECIPES[name])
    (tone,) = RECIPES[name]
    wave = audio.wave(tone, np.full(2000, 100.0))
    assert np.mean(np.diff(wave) == 0) > 0.9
    assert set(wave) <= {float(level) for level in range(-16, 17)}


@pytest.mark.parametrize("name", RECIPES)
def test_no_sound_clips_or_clicks(name):
    """The highest peak is below 0.9 of full scale, and the ends are 0; the same bytes each time."""
    for step in range(PITCH_COUNTS.get(name, 1)):
        samples = sound(name, step).astype(float) / FULL
        assert 0.05 < np.abs(samples).max() < 0.9
        assert not samples[[0, -1]].any()
        assert np.abs(np.diff(samples[-20:], axis=0)).max() < 0.02
        assert np.array_equal(sound(name, step), sound(name, step))


@pytest.mark.parametrize("name", ["Dashed", "Died"])
def test_a_dash_and_a_death_sweep_down(name):
    parts = [sound(name)[ms * SAMPLE_RATE // 1000 :][: SAMPLE_RATE // 50] for ms in (0, 20, 40, 60)]
    hertz = [loudest_hertz(part) for part in parts]
    assert hertz == sorted(hertz, reverse=True)
    assert hertz[0] > 2 * hertz[-1]


def test_death_holds_its_breath():
    """There is a silence in it, of 40 ms."""
    silent = ~sound("Died").any(axis=1)
    longest = max(len(list(run)) for quiet, run in itertools.groupby(silent) if quiet)
    assert longest == pytest.approx(0.04 * SAMPLE_RATE, abs=5)


def test_four_voices_and_the_music_stay_below_full_scale():
    """Even if all four begin in one ear at one moment and meet the music's highest peak."""
    track = mixed(len(MUSIC_LAYERS))
    longest = max(len(sound(name)) for name in RECIPES)
    for four in (
        ("Died", "CoreTaken", "Stopped", "Ricocheted"),
        ("Finished", "ExitOpened", "CoreTaken", "Stopped"),
        ("Hurt", "CoreTaken", "Grazed", "Stopped"),
        ("Dashed", "CoreTaken", "Ricocheted", "Ricocheted"),
    ):
        mix = np.zeros(longest)
        for name in four:
            mix[: len(sound(name))] += 0.8 * audio.ears(0.0)[0] * sound(name)[:, 0] / FULL
        assert np.abs(mix).max() + 0.5 * np.abs(track).max() < 1.0


def test_a_dash_and_its_stop_are_in_balance():
    """Neither their peaks nor their energies differ by more than 3 dB."""
    dash, stop = (sound(name)[:, 0] / FULL for name in ("Dashed", "Stopped"))
    assert abs(decibels(np.abs(dash).max() / np.abs(stop).max())) < 3
    assert abs(decibels(np.linalg.norm(dash) / np.linalg.norm(stop))) < 3


def test_a_refused_dash_and_an_aim_are_heard_over_the_music():
    """At the volumes of the settings they are louder than all layers of the music together."""
    for name in ("Refused", "aim"):
        heard = np.tile(sound(name), (4, 1)) / FULL
        assert loudness(0.8 * heard) > loudness(0.5 * mixed(len(MUSIC_LAYERS))) + 6


def test_a_stop_is_louder_the_earlier_it_came():
    louds = [voices([event("Stopped", u)], PLAYER)[0].volume for u in (0.0, 0.3, 0.6, 1.0)]
    assert louds == sorted(louds, reverse=True)
    assert louds[0] == 1.0
    assert 0 < louds[-1] < 0.3


@pytest.mark.parametrize("name", PITCH_COUNTS)
def test_the_pitch_rises_with_the_count(name):
    steps = [voices([event(name, count=count)], PLAYER)[0].step for count in range(1, 21)]
    hertz = [loudest_hertz(sound(name, step)) for step in range(PITCH_COUNTS[name])]
    assert steps == [min(count, PITCH_COUNTS[name]) - 1 for count in range(1, 21)]
    for low, high in itertools.pairwise(hertz):
        assert 1.1 < high / low < 1.25
    assert hertz[5] / hertz[0] == pytest.approx(2, rel=0.02)


def test_an_octave_has_five_notes():
    """Minor pentatonic: after five steps the pitch is double."""
    semitones = [round(12 * np.log2(pitch(step))) for step in range(6)]
    assert semitones == [0, 3, 5, 7, 10, 12]


def test_of_a_full_tick_the_four_most_important_are_heard(played):
    tick = [event("Ricocheted", count=count, body=1) for count in range(1, 30)]
    tick += [event("Dashed"), event("CoreTaken"), event("Finished"), event("Died")]
    Audio().play_tick(world_of(*tick))
    assert [voice.name for voice in played] == ["Died", "Finished", "CoreTaken", "Dashed"]


def test_an_aim_sounds_once_when_it_begins(played):
    """And again in the next run, even if the one before ended in an aim; a dash does not."""
    sounding, first, again = Audio(), world_of(state="aim"), world_of(state="aim")
    for state in ("aim", "aim", "release", "dash", "still", "aim"):
        first.player.state = state
        sounding.play_tick(first)
    assert played == [audio.Voice("aim")] * 2
    sounding.play_tick(again)
    assert played == [audio.Voice("aim")] * 3


def test_an_aim_is_one_of_the_four_voices_of_a_tick(played):
    tick = [event("Ricocheted", count=count, body=1) for count in range(1, 9)]
    Audio().play_tick(world_of(*tick, state="aim"))
    assert [voice.name for voice in played] == ["Ricocheted"] * 3 + ["aim"]


def test_the_notes_of_medals_rise(played):
    sounding = Audio()
    for step in range(6):
        sounding.click("medal", step)
    assert [voice.step for voice in played] == [0, 1, 2, 3, 4, 5]


def test_of_many_ricochets_the_highest_are_heard():
    tick = [event("Ricocheted", count=count, body=1) for count in (1, 2, 3, 4, 5, 5, 6)]
    assert [voice.step for voice in voices(tick, PLAYER)] == [5, 4, 3, 2]
    twice = [event("Stopped", 0.9, body=1), event("Stopped", 0.1)]
    assert [voice.volume for voice in voices(twice, PLAYER)] == [pytest.approx(0.92)]


def test_what_others_do_is_quieter():
    own, other = (voices([event("Ricocheted", body=b)], PLAYER)[0] for b in (PLAYER, 1))
    assert other.volume < own.volume


def test_a_sound_comes_from_where_it_happened():
    """Left is louder in the left ear, and the far side is not silent; power stays."""
    ears = [audio.ears(voices([event("Died", x=x)], PLAYER)[0].pan) for x in (-99, 0, 320, 640)]
    assert ears[0] == ears[1]
    assert ears[2][0] == pytest.approx(ears[2][1])
    assert ears[1] == pytest.approx(ears[3][::-1])
    assert ears[1][0] > 2 * ears[1][1] > 0
    assert all(left**2 + right**2 == pytest.approx(1) for left, right in ears)


def test_an_unknown_event_is_silent():
    assert voices([event("Whatever")], PLAYER) == []


def test_construction_makes_nothing():
    """Nor does a tick without events: the first frame or event opens the mixer."""
    sounding = Audio()
    sounding.play_tick(world_of())
    assert not pygame.mixer.get_init()
    assert sounding.sounds == {}
    sounding.update(0.01)
    assert pygame.mixer.get_init() == (SAMPLE_RATE, -16, 2)


def test_a_frame_makes_one_sound():
    """One sound, or a part's bar of a layer, at most; what was asked for is there at once."""
    sounding = Audio()
    sounding.update(0.01)
    assert len(sounding.sounds) == 1
    sounding.play_tick(world_of(event("Ricocheted")))
    assert len(sounding.sounds) == 2
    for _ in range(5):
        before = len(sounding.sounds)
        sounding.update(0.01)
        assert len(sounding.sounds) == before + 1
    update_until_made(sounding)
    assert len(sounding.sounds) == len(RECIPES) - len(PITCH_COUNTS) + sum(PITCH_COUNTS.values())
    assert len(sounding.tracks) == len(TRACKS)
    assert [compose(k)[1] for k in range(len(MUSIC_LAYERS))] == [32, 8, 4, 16]


def test_no_frame_of_play_makes_a_sound_beforehand():
    """Only those before the first tick and after the last of a run, and those of menus."""
    sounding = Audio()
    playing = begin_replay(load_replay(stored_replay("first-contact")), room())
    for ticks, outcome, made in ((0, None, 1), (1, None, 1), (9, None, 1), (9, "dead", 2)):
        playing.ticks, playing.outcome, sounding.world = ticks, outcome, playing
        sounding.update(0.01)
        assert len(sounding.sounds) == made
    sounding.update(0.01)
    assert len(sounding.sounds) == 3


@pytest.mark.parametrize("layer", range(len(MUSIC_LAYERS)))
@pytest.mark.parametrize("muffled", [False, True])
def test_every_layer_is_seamless(layer, muffled):
    """Where the end meets the start the curve goes on without a kink; nothing clips."""
    track, _ = compose(layer, muffled)
    assert len(track) in (7.5 * SAMPLE_RATE, 30 * SAMPLE_RATE)
    assert np.abs(track.astype(int)).max() < 0.3 * FULL
    kink = np.diff(np.concatenate([track[-2:], track[:2]]).astype(int), 2, axis=0)
    assert np.abs(kink).max() < 20


@pytest.mark.parametrize("layer", range(len(MUSIC_LAYERS)))
def test_a_layer_could_begin_anywhere(layer):
    """Begun half its length later it is the same loop, turned: every note and echo rings on."""
    track, _ = compose(layer)
    bars = len(track) * 2 // 15 // SAMPLE_RATE * 4
    lines = [(part.bars.split() * bars)[:bars] for part in MUSIC_LAYERS[layer]]
    turned = [
        part._replace(bars=" ".join(line[bars // 2 :] + line[: bars // 2]))
        for part, line in zip(MUSIC_LAYERS[layer], lines)
    ]
    begun_later, _ = pieces_of(audio.compose(turned, False))
    assert np.array_equal(begun_later, np.roll(track, len(track) // 2, axis=0))


def test_the_music_is_about_as_loud_in_all_layers():
    """Its peak, and its loudness within 3 dB, whether one layer plays or all, clear or muffled."""
    for muffled in (False, True):
        mixes = [mixed(layers, muffled) for layers in range(1, len(MUSIC_LAYERS) + 1)]
        peaks, louds = [np.abs(mix).max() for mix in mixes], [loudness(mix) for mix in mixes]
        for mix, peak, loud in zip(mixes, peaks, louds):
            power = decibels(np.sqrt((mix**2).mean()))
            print(f"{muffled=} peak {peak:.2f}, RMS {power:.1f} dB, loudness {loud:.1f} LUFS")
        assert max(peaks) < 0.5
        assert louds == sorted(louds)
        assert louds[-1] - louds[0] < 3


def test_every_layer_is_heard_when_it_comes_in():
    """It adds at least a quarter of a dB to those before it."""
    louds = [loudness(mixed(layers)) for layers in range(1, len(MUSIC_LAYERS) + 1)]
    assert all(after - before > 0.25 for before, after in itertools.pairwise(louds))


def test_a_muffled_layer_is_the_clear_one_after_a_low_pass():
    """One that halves MUFFLED Hz and loses 12 dB an octave above."""
    for layer in range(len(MUSIC_LAYERS)):
        clear, muffled = (compose(layer, m)[0][:, 0] / FULL for m in (False, True))
        hertz = np.fft.rfftfreq(len(clear), 1 / SAMPLE_RATE)
        low = np.fft.irfft(np.fft.rfft(clear) / (1 + 1j * hertz / MUFFLED) ** 2, len(clear))
        assert np.abs(low - muffled).max() < 0.001


def test_the_music_breathes_but_never_stops():
    bars = mixed(len(MUSIC_LAYERS)).reshape(16, -1)
    power = np.sqrt((bars**2).mean(axis=1))
    assert power.max() < 2 * power.min()
    assert 0.02 < power.mean() < 0.1


def test_every_part_fills_its_layer():
    for layer in MUSIC_LAYERS:
        counts = [len(part.bars.split()) for part in layer]
        assert all(max(counts) % count == 0 for count in counts)
    assert max(len(bar) for part in SCORE for bar in part.bars.split()) <= 16


def room(name="first-contact"):
    """One of the rooms."""
    return load_room(ROOT / "assets" / "levels" / f"{name}.tmj")


def test_layers_come_in_with_the_cores_of_a_room():
    """In three steps for three cores: bass and drone alone at first, all layers at the end."""
    replay = load_replay(stored_replay("first-contact"))
    world, heard = begin_replay(replay, room()), []
    for controls in replay.controls():
        world.tick(controls)
        clear, muffled = volumes(world)[::2], volumes(world)[1::2]
        layers = list(map(max, clear, muffled))
        heard += [layers] if layers not in heard else []
    assert heard == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 1]]


def test_layers_come_in_with_the_height_of_a_shaft():
    """One every 720 px, half of it after half of them; a chain of cores brings in as many."""
    world = begin(load_level(shaft_file()))
    assert volumes(world)[::2] == [1, 0, 0, 0]
    world.highest -= 1080
    assert volumes(world)[::2] == [1, 1, 0.5, 0]
    world.player.chain = 3
    assert volumes(world)[::2] == [1, 1, 1, 1]


def test_the_music_is_muffled_in_an_aim_and_quieter_after_a_death():
    world = begin(room())
    world.player.chain, clear = 3, [1, 0] * 4
    for state in ("aim", "release"):
        world.player.state = state
        assert volumes(world) == [0, 1] * 4
    world.player.state, world.outcome = "dash", "dead"
    assert volumes(world) == [0.5, 0] * 4
    world.outcome = "finished"
    assert volumes(world) == clear
    assert volumes(None) == [1, 0, 0, 0, 0, 0, 0, 0]


def test_the_music_starts_when_it_is_made_and_follows_the_run():
    """All tracks begin at once, and no volume jumps; a frame without a run is that of a menu."""
    sounding, world = Audio(), begin(room())
    update_until_made(sounding)
    channels = [pygame.mixer.Channel(k) for k in range(len(TRACKS))]
    assert [channel.get_sound() for channel in channels] == sounding.tracks
    assert {track.get_volume() for track in sounding.tracks[1:]} == {0.0}
    world.player.chain, heard = 2, [0.0]
    for _ in range(100):
        sounding.world = world
        sounding.update(1 / 60)
        heard.append(sounding.tracks[4].get_volume())
    assert heard == sorted(heard)
    assert max(np.diff(heard)) < 0.08
    assert heard[-1] == pytest.approx(0.5, abs=0.01)
    assert sounding.tracks[6].get_volume() == 0
    sounding.music = 0.25
    sounding.update(5.0)
    assert [round(track.get_volume(), 1) for track in sounding.tracks] == [0.2] + [0] * 7
    sounding.play_tick(world_of(*(event(name) for name in ("Died", "Finished", "CoreTaken"))))
    assert [channel.get_sound() for channel in channels] == sounding.tracks


def test_sounds_reach_the_mixer():
    sounding = Audio()
    sounding.play_tick(world_of(event("CoreTaken", count=3)))
    sounding.click("move")
    assert set(sounding.sounds) == {("CoreTaken", 2), ("move", 0)}
    assert sounding.works
    assert sounding.sounds["CoreTaken", 2].get_length() == pytest.approx(0.26)


def test_volume_zero_plays_nothing(played):
    """Of the effects none, of the music nothing, and for both no mixer is opened."""
    sounding = Audio(0.0, 0.0)
    sounding.play_tick(world_of(event("Died")))
    sounding.click("back")
    sounding.update(0.01)
    assert played == []
    assert not pygame.mixer.get_init()


def test_without_music_none_is_made():
    """27 MB are saved, until the music is turned up."""
    sounding = Audio(0.0, 0.8)
    update_until_made(sounding)
    assert sounding.tracks == []
    sounding.music = 0.5
    update_until_made(sounding)
    assert pygame.mixer.Channel(0).get_busy()


def use(sounding):
    """Call everything there is."""
    sounding.play_tick(world_of(event("Died")))
    sounding.click("choose")
    update_until_made(sounding)
    sounding.music = sounding.effects = 1.0
    sounding.update(0.01)


def test_mute_opens_no_mixer():
    sounding = Audio(mute=True)
    use(sounding)
    assert not pygame.mixer.get_init()
    assert sounding.sounds == {}


def test_without_a_sound_card_it_is_silent(monkeypatch, capfd):
    tries = []

    def refuse(*args, **named):
        tries.append(1)
        os.write(2, b"ALSA lib: no card")
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    use(Audio())
    os.write(2, b"stderr is back")
    assert tries == [1]
    assert capfd.readouterr() == ("", "stderr is back")


@pytest.mark.parametrize("before", ["pass", "import sys; sys.modules['pygame.mixer'] = None"])
def test_a_process_without_a_sound_card_prints_nothing(before):
    code = (
        "from game.audio import Audio; a = Audio(); a.update(0.01); a.click('move'); print(a.works)"
    )
    env = {**os.environ, "SDL_AUDIODRIVER": "none such"}
    line = [sys.executable, "-W", "always", "-c", f"{before}; {code}"]
    ran = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (ran.stdout.strip(), ran.stderr) == ("False", "")


def test_a_mixer_that_goes_away_is_not_missed():
    sounding = Audio()
    update_until_made(sounding)
    pygame.mixer.quit()
    sounding.update(0.01)
    use(sounding)
    assert not sounding.works
