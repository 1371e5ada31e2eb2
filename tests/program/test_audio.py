"""Every event has its sound, the loop is seamless, and no sound card is needed."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pygame
import pytest

from game import audio
from game.audio import (
    BARS,
    PITCH_COUNTS,
    RECIPES,
    SAMPLE_RATE,
    SCORE,
    Audio,
    pitch,
    render,
    stereo,
    voices,
)
from game.simulation import events
from game.simulation.events import Event

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


def compose():
    """The whole loop, and in how many pieces it came."""
    pieces, work = 0, audio.compose()
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value, pieces
        pieces += 1


def update_until_made(sounding):
    """Let so many frames pass as it can take at most."""
    for _ in range(len(RECIPES) + sum(PITCH_COUNTS.values()) + BARS * len(SCORE) + 1):
        sounding.update()


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
    Audio().play_events([event(kind)], PLAYER)
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


def test_four_voices_and_the_loop_stay_below_full_scale():
    """Even if all four begin in one ear at one moment and meet the loop's highest peak."""
    track, _ = compose()
    longest = max(len(sound(name)) for name in RECIPES)
    for four in (
        ("Died", "CoreTaken", "Stopped", "Ricocheted"),
        ("Finished", "ExitOpened", "CoreTaken", "Stopped"),
        ("Hurt", "CoreTaken", "Grazed", "Stopped"),
    ):
        mix = np.zeros(longest)
        for name in four:
            mix[: len(sound(name))] += 0.8 * audio.ears(0.0)[0] * sound(name)[:, 0]
        assert np.abs(mix).max() + 0.5 * np.abs(track).max() < FULL


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
    Audio().play_events(tick, PLAYER)
    assert [voice.name for voice in played] == ["Died", "Finished", "CoreTaken", "Dashed"]


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
    """Nor do volumes and loop: the first frame or event opens the mixer."""
    sounding = Audio()
    sounding.set_volumes(0.4, 0.4)
    sounding.loop(True)
    sounding.play_events([], PLAYER)
    assert not pygame.mixer.get_init()
    assert sounding.sounds == {}
    sounding.update()
    assert pygame.mixer.get_init() == (SAMPLE_RATE, -16, 2)


def test_a_frame_makes_one_sound():
    """One sound, or a part's bar of the loop, at most; what was asked for is there at once."""
    sounding = Audio()
    sounding.update()
    assert len(sounding.sounds) == 1
    sounding.play_events([event("Ricocheted")], PLAYER)
    assert len(sounding.sounds) == 2
    for _ in range(5):
        before = len(sounding.sounds)
        sounding.update()
        assert len(sounding.sounds) == before + 1
    update_until_made(sounding)
    assert len(sounding.sounds) == len(RECIPES) - len(PITCH_COUNTS) + sum(PITCH_COUNTS.values())
    assert sounding.track is not None
    assert compose()[1] == BARS * len(SCORE)


def test_the_loop_is_half_a_minute_and_seamless():
    """Where the end meets the start the curve goes on without a kink; nothing clips."""
    track, _ = compose()
    assert track.shape == (30 * SAMPLE_RATE, 2)
    assert np.abs(track.astype(int)).max() < 0.9 * FULL
    kink = np.diff(np.concatenate([track[-2:], track[:2]]).astype(int), 2, axis=0)
    assert np.abs(kink).max() < 20 < np.abs(track[-2:]).max()


def test_the_loop_could_begin_anywhere(monkeypatch):
    """Begun eight bars later it is the same loop, turned: every note and echo rings on."""
    halves = [(bars[:8], bars[8:]) for bars in (part.bars.split() for part in SCORE)]
    turned = [
        part._replace(bars=" ".join(later + first)) for part, (first, later) in zip(SCORE, halves)
    ]
    track, _ = compose()
    monkeypatch.setattr(audio, "SCORE", turned)
    assert np.array_equal(compose()[0], np.roll(track, 15 * SAMPLE_RATE, axis=0))


def test_the_loop_breathes_but_never_stops():
    bars = compose()[0].astype(float).reshape(BARS, -1) / FULL
    power = np.sqrt((bars**2).mean(axis=1))
    assert power.max() < 2 * power.min()
    assert 0.02 < power.mean() < 0.1


def test_every_part_fills_the_loop():
    for part in SCORE:
        bars = part.bars.split()
        assert BARS % len(bars) == 0
        assert max(map(len, bars)) <= 16


def test_the_loop_starts_when_it_is_made_and_fades_out():
    sounding = Audio()
    sounding.loop(True)
    update_until_made(sounding)
    channel = pygame.mixer.Channel(0)
    assert channel.get_sound() is sounding.track
    sounding.set_volumes(0.25, 0.8)
    assert sounding.track.get_volume() == pytest.approx(0.25, abs=0.01)
    sounding.play_events([event(name) for name in ("Died", "Finished", "CoreTaken")], PLAYER)
    assert channel.get_sound() is sounding.track
    sounding.loop(False)
    assert not sounding.music_plays
    sounding.loop(True)
    assert sounding.music_plays
    sounding.set_volumes(0.0, 0.8)
    assert not sounding.music_plays


def test_sounds_reach_the_mixer():
    sounding = Audio()
    sounding.play_events([event("CoreTaken", count=3)], PLAYER)
    sounding.click("move")
    assert set(sounding.sounds) == {("CoreTaken", 2), ("move", 0)}
    assert sounding.works
    assert sounding.sounds["CoreTaken", 2].get_length() == pytest.approx(0.26)


def test_volume_zero_plays_nothing(played):
    """Of the effects none, of the loop nothing, and for both no mixer is opened."""
    sounding = Audio(0.0, 0.0)
    sounding.loop(True)
    sounding.play_events([event("Died")], PLAYER)
    sounding.click("back")
    sounding.update()
    assert played == []
    assert not pygame.mixer.get_init()


def test_without_music_the_loop_waits():
    sounding = Audio(0.0, 0.8)
    sounding.loop(True)
    update_until_made(sounding)
    assert not pygame.mixer.Channel(0).get_busy()
    sounding.set_volumes(0.5, 0.8)
    assert pygame.mixer.Channel(0).get_busy()


def use(sounding):
    """Call everything there is."""
    sounding.loop(True)
    sounding.play_events([event("Died")], PLAYER)
    sounding.click("choose")
    update_until_made(sounding)
    sounding.set_volumes(1.0, 1.0)
    sounding.loop(False)
    sounding.update()


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
    code = "from game.audio import Audio; a = Audio(); a.update(); a.click('move'); print(a.works)"
    env = {**os.environ, "SDL_AUDIODRIVER": "none such"}
    line = [sys.executable, "-W", "always", "-c", f"{before}; {code}"]
    ran = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (ran.stdout.strip(), ran.stderr) == ("False", "")


def test_a_mixer_that_goes_away_is_not_missed():
    sounding = Audio()
    sounding.loop(True)
    update_until_made(sounding)
    pygame.mixer.quit()
    use(sounding)
    assert not sounding.works
