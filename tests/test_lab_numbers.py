"""Statistics of the lab against truths that are known, and against scipy where it is the judge."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from tilewright.lab.numbers import betting, bootstrap, many, sequences, student
from tilewright.lab.numbers.blocks import block_means, contrast, paired, per_time
from tilewright.lab.numbers.evidence import Outcome, Verdict, judge, llr, sprt
from tilewright.lab.numbers.offers import wald
from tilewright.lab.numbers.strength import elo, entry, ladder, odds, win_shares

LOOKS = np.arange(25, 4001, 25)
RUNS = 400
MOST_WRONG = 0.05


def drawn(seed):
    return np.random.Generator(np.random.PCG64(seed))


def shares_of_four(size, seed, share=0.25):
    """Blocks of four games with one strength of the day, as the games of a seed have."""
    chance = drawn(seed)
    days = np.clip(share + chance.uniform(-0.1, 0.1, size), 0, 1)
    return chance.binomial(4, days) / 4


# One look.

@pytest.mark.parametrize("freedom", [1, 2, 4, 29, 99, 2000])
@pytest.mark.parametrize("level", [0.5, 0.8, 0.95, 0.999])
def test_quantiles_are_those_of_scipy(freedom, level):
    assert student.quantile(level, freedom) == pytest.approx(
        stats.t.ppf((1 + level) / 2, freedom), rel=1e-9)


def test_tails_are_those_of_scipy():
    for t, freedom in [(0, 5), (0.3, 1), (-2.5, 12), (8, 40), (30, 300)]:
        assert student.tail(t, freedom) == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-9)
    values = drawn(1).normal(0.3, 1, 50)
    assert student.surprise(values, 0.1) == pytest.approx(
        stats.ttest_1samp(values, 0.1).pvalue, rel=1e-9)


@pytest.mark.parametrize("blocks", [30, 200])
def test_one_look_holds_the_truth_in_95_of_100(blocks):
    values = shares_of_four((40_000, blocks), 2)
    half = student.quantile(0.95, blocks - 1) * values.std(axis=1, ddof=1) / math.sqrt(blocks)
    assert 0.94 <= np.mean(np.abs(values.mean(axis=1) - 0.25) <= half) <= 0.96
    known = student.once(values[0])
    assert known.half_width == pytest.approx(half[0])
    assert student.once(values[:, 0]).blocks == 40_000


def test_the_bootstrap_of_a_mean_holds_the_truth_in_95_of_100():
    """Its draws are those of one seed for all series, so each series can be drawn from at once."""
    values = shares_of_four((4_000, 150), 3)
    places = drawn(0).integers(0, 150, (1000, 150))
    weights = np.stack([np.bincount(row, minlength=150) for row in places]) / 150
    low, high = np.quantile(values @ weights.T, [0.025, 0.975], axis=1)
    assert 0.94 <= np.mean((low <= 0.25) & (high >= 0.25)) <= 0.96
    own = bootstrap.bootstrap(values[0], lambda x: x.mean(axis=1), draws=1000)
    assert (own.low, own.high) == (pytest.approx(low[0]), pytest.approx(high[0]))


def test_the_bootstrap_of_a_median_holds_the_truth():
    values = drawn(4).exponential(size=(400, 61))
    found = [bootstrap.median(row, draws=500) for row in values]
    assert 0.92 <= np.mean([not i.excludes(math.log(2)) for i in found]) <= 0.98


def test_the_bootstrap_is_that_of_scipy():
    values = drawn(5).normal(size=80)
    judged = stats.bootstrap((values,), np.median, n_resamples=2000, method="percentile",
                             rng=drawn(7)).confidence_interval
    found = bootstrap.median(values, seed=7)
    assert (found.low, found.high) == (pytest.approx(judged.low), pytest.approx(judged.high))


def test_the_bootstrap_gives_the_same_however_much_is_held_at_once(monkeypatch):
    values = drawn(6).normal(size=(50, 4))
    whole = bootstrap.quantile(values, 0.9)
    monkeypatch.setattr(bootstrap, "AT_ONCE", 1000)
    assert bootstrap.quantile(values, 0.9) == whole
    assert bootstrap.quantile(values, 0.9, seed=1) != whole
    assert whole.mean == np.quantile(values, 0.9)


def test_the_bootstrap_draws_blocks_and_not_games():
    """Games of a block that are all alike tell no more than one of them."""
    once = drawn(7).normal(size=(60, 1))
    four = np.repeat(once, 4, axis=1)
    assert bootstrap.quantile(four, 0.5).half_width > 0.9 * bootstrap.median(once).half_width


def test_the_bootstrap_of_a_ratio():
    chance = drawn(8)
    bottoms = chance.integers(1, 9, 300)
    tops = chance.binomial(bottoms, 0.4)
    found = bootstrap.ratio(tops, bottoms)
    assert found.mean == tops.sum() / bottoms.sum()
    assert not found.excludes(0.4)
    assert found.half_width == pytest.approx(student.once(per_time(
        np.repeat([1.0, 0.0], [tops.sum(), (bottoms - tops).sum()]),
        np.concatenate([np.repeat(np.arange(300), tops),
                        np.repeat(np.arange(300), bottoms - tops)]))).half_width, rel=0.1)


# At any look.

SERIES = {
    "shares of four": (lambda size: shares_of_four(size, 10), 0.25, (0, 1)),
    "one game": (lambda size: drawn(11).binomial(1, 0.25, size), 0.25, (0, 1)),
    "rare": (lambda size: drawn(12).binomial(1, 0.05, size), 0.05, (0, 1)),
    "rarest": (lambda size: drawn(13).binomial(1, 0.01, size), 0.01, (0, 1)),
    "points": (lambda size: drawn(14).normal(40, 9, size), 40.0, None),
    "skewed": (lambda size: drawn(15).exponential(3, size), 3.0, None),
    "seldom apart": (lambda size: drawn(16).choice([-1, 0, 1], size, p=[.005, .99, .005]), 0.0,
                     None),
}


@pytest.mark.parametrize("name", SERIES)
def test_few_intervals_are_wrong_at_any_look(name):
    draw, truth, bounds = SERIES[name]
    values = draw((RUNS, LOOKS[-1])).astype(float)
    _, low, high = sequences.running(values, LOOKS)
    wrong = (truth < low) | (high < truth)
    if bounds:
        bets = betting.capital(values, truth, bounds)[:, LOOKS - 1] >= math.log(20)
        assert bets.any(axis=1).mean() <= MOST_WRONG
        wrong = np.where(sequences.moments(values, LOOKS).ready, wrong, bets)
    assert wrong.any(axis=1).mean() <= MOST_WRONG


def test_the_usual_interval_is_wrong_at_some_look():
    """If this did not hold, the test above could not fail."""
    values = SERIES["points"][0]((RUNS, LOOKS[-1]))
    mean = np.cumsum(values, axis=1)[:, LOOKS - 1] / LOOKS
    assert (np.abs(mean - 40) > 1.96 * 9 / np.sqrt(LOOKS)).any(axis=1).mean() > 0.3


def test_one_interval_is_the_last_of_those_that_run():
    values = shares_of_four(1000, 20)
    mean, low, high = sequences.running(values, [400, 1000])
    for place, blocks in enumerate((400, 1000)):
        known = sequences.interval(values[:blocks])
        assert known.blocks == blocks
        assert (known.mean, known.low, known.high) == pytest.approx(
            (mean[place], low[place], high[place]), rel=1e-9)
    by_hand = np.std(values, ddof=1) * sequences.margin(1000)
    assert known.half_width == pytest.approx(by_hand)


def test_an_interval_is_at_most_1_7_times_as_wide_as_that_of_one_look():
    values = shares_of_four(1000, 21)
    assert sequences.interval(values).half_width <= 1.7 * student.once(values).half_width
    bet = betting.bet(values[:100]).half_width
    assert bet <= 1.7 * student.once(values[:100]).half_width


def test_intervals_are_narrowest_where_they_are_tuned():
    at_200 = [float(sequences.margin(200, tuned=n)) for n in (50, 100, 200, 400, 1000)]
    assert min(at_200) == at_200[2]


@pytest.mark.parametrize("level", [0.6, 0.9, 0.95, 0.999])
@pytest.mark.parametrize("bounds", [None, (0, 1)])
def test_an_interval_ends_where_the_evidence_does(level, bounds):
    values = shares_of_four(20 if bounds else 300, 22)
    known = sequences.interval(values, level=level, bounds=bounds)
    for end in (known.low, known.high):
        assert sequences.e_value(values, end, bounds=bounds) == pytest.approx(1 / (1 - level))


def test_nothing_is_told_too_early():
    blank = (-math.inf, math.inf)
    for values in ([], [1.0], [0.0, 1.0] * 14, [0.0] * 500, [0.1] * 500, [0.0] * 99 + [1.0]):
        known = sequences.interval(values)
        assert (known.low, known.high) == blank, values
        assert sequences.e_value(values, 5.0) == 1
    assert sequences.interval([0.0, 1.0] * 15).high < 1


def test_skewed_values_are_ready_late():
    values = shares_of_four(900, 25, 0.1)
    least = sequences.moments(values, [100, 400, 900]).least
    for blocks, found in zip((100, 400, 900), least, strict=True):
        assert found == pytest.approx(28 + 25 * stats.skew(values[:blocks]) ** 2)
        assert found > 50
    assert not sequences.is_ready(values[:40])


def test_the_ends_of_an_interval_belong_to_it():
    known = sequences.interval(shares_of_four(100, 26))
    assert not known.excludes(known.low)
    assert not known.excludes(known.high)
    assert known.excludes(known.low - 1e-9)
    assert known.excludes(known.high + 1e-9)


def test_bounds_tell_something_from_the_first_block_on():
    never = sequences.interval([0.0] * 100, bounds=(0, 1))
    assert never.low == 0
    assert 0.03 < never.high < 0.08
    assert sequences.interval([], bounds=(0, 1)).high == math.inf
    far = betting.bet(np.array([3.0, 4.0] * 20), (0, 10))
    near = betting.bet(np.array([0.3, 0.4] * 20))
    assert (far.low, far.high) == pytest.approx((10 * near.low, 10 * near.high))


def test_a_stake_does_not_know_the_value_it_is_on():
    one, other = np.full(9, 0.5), np.full(9, 0.5)
    other[5:] = 1
    assert (betting.stakes(one) == betting.stakes(other)).tolist() == [True] * 6 + [False] * 3


def test_how_many_more_blocks_are_needed_is_about_true():
    values = shares_of_four(4000, 23)
    more = sequences.needed(values[:200], 0.02)
    assert more is not None
    assert sequences.interval(values[:200 + more]).half_width == pytest.approx(0.02, rel=0.1)
    assert sequences.width_after(values[:200], more) <= 0.02
    assert sequences.width_after(values[:200], more - 1) > 0.02
    assert sequences.needed(values, 0.02) == 0
    assert sequences.needed(values[:10], 9.0) >= 20
    assert sequences.needed([1.0] * 50, 0.1) is None
    assert sequences.needed(values, 0.0) is None


@pytest.mark.parametrize("wrong", [
    lambda: sequences.interval([1.0, math.nan]),
    lambda: sequences.interval([1.0, 2.0], level=95),
    lambda: sequences.interval([], level=0),
    lambda: sequences.margin(9, tuned=0),
    lambda: sequences.running([1.0, 2.0], [3]),
    lambda: sequences.running([1.0, 2.0], [0]),
    lambda: betting.bet([1.0, 2.0]),
    lambda: betting.bet([1.0], (1, 1)),
    lambda: student.quantile(0.95, 0),
    lambda: many.e_bh([1.0], 0),
    lambda: many.benjamini_hochberg([1.0], 1),
    lambda: llr([1.0, 2.0], 1, 1),
    lambda: sprt([], 0, 1, wrong=1),
    lambda: bootstrap.quantile([1.0, 2.0], 1),
    lambda: bootstrap.ratio([1.0] * 3, [0.0, 0.0, 1.0]),
    lambda: block_means([1.0, 2.0], [1]),
    lambda: block_means([1.0, math.inf], [1, 2]),
    lambda: per_time([math.nan], [1]),
    lambda: contrast([1.0], [True], [1]),
    lambda: win_shares([True]),
    lambda: odds(0.5, 1),
])
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=" "):
        wrong()


# Verdicts.

def test_a_planted_strength_is_found():
    """A seat that wins 31 of 100 where 25 are even."""
    won = np.zeros((4 * 800, 4), dtype=bool)
    won[np.arange(len(won)), drawn(30).choice(4, len(won), p=[0.31, 0.23, 0.23, 0.23])] = True
    shares = win_shares(won)
    seats = [block_means(shares[:, seat], np.arange(len(won)) // 4).known for seat in range(4)]
    first = judge(seats[0], null=0.25)
    assert (first.verdict, first.more) == (Verdict.CLEAR, 0)
    assert not first.interval.excludes(0.31)
    assert first.interval.low > 0.25
    assert first.interval.blocks == 800


def test_a_verdict_says_how_many_blocks_would_tell():
    values = shares_of_four(3000, 31, share=0.28)
    verdicts = [judge(values[:blocks], null=0.25) for blocks in (20, 50, 3000)]
    assert [v.verdict for v in verdicts] == [Verdict.CANNOT_TELL, Verdict.CANNOT_TELL,
                                             Verdict.CLEAR]
    assert [v.more is not None and v.more > least
            for v, least in zip(verdicts, (10, 1, -1), strict=True)] == [True] * 3
    assert judge([0.5] * 40, null=0.25).more is None
    asked = judge(values[:400], null=0.25)
    assert asked.more is not None
    aim = abs(asked.interval.mean - 0.25)
    assert sequences.width_after(values[:400], asked.more) == pytest.approx(aim, rel=0.01)


def test_likely_lies_between_clear_and_cannot_tell():
    values = shares_of_four(400, 32)
    sure = sequences.interval(values)
    loose = sequences.interval(values, level=0.8)
    between = (sure.high + loose.high) / 2
    assert loose.high < between < sure.high
    assert judge(values, null=between).verdict is Verdict.LIKELY
    assert judge(values, null=sure.high + 1e-6).verdict is Verdict.CLEAR
    assert judge(values, null=loose.high - 1e-6).verdict is Verdict.CANNOT_TELL
    assert judge(values, null=sure.high + 1e-6, level=0.99).verdict is Verdict.LIKELY


def test_a_difference_that_does_not_matter_is_small():
    values = shares_of_four(2000, 33) - 0.25
    assert judge(values, worth=0.1).small
    assert judge(values, worth=0.1).more == 0
    early = judge(values[:100], worth=0.02)
    assert not early.small
    assert early.more is not None
    left = 0.02 - abs(early.interval.mean)
    assert 0.01 < left == pytest.approx(sequences.width_after(values[:100], early.more), rel=0.01)
    assert judge(values[:100 + 2 * early.more], worth=0.02).small
    assert not judge(values[:10], worth=0.1).small


def ended(share, runs=1000, blocks=1200):
    """How many tests of 0.25 against 0.30 end with the higher and the lower share."""
    looks = np.arange(30, blocks + 1, 5)
    logs = llr(shares_of_four((runs, blocks), 34, share), 0.25, 0.30, looks)
    crossed = np.abs(logs) >= math.log(19)
    first = logs[np.arange(runs), crossed.argmax(axis=1)]
    return np.mean(crossed.any(axis=1) & (first > 0)), np.mean(crossed.any(axis=1) & (first < 0))


def test_tests_of_two_shares_are_seldom_wrong():
    higher, lower = ended(0.25)
    assert (higher <= MOST_WRONG, higher + lower > 0.99) == (True, True)
    higher, lower = ended(0.30)
    assert (lower <= MOST_WRONG, higher + lower > 0.99) == (True, True)
    # Tests that were far too careful would also seldom be wrong.
    assert lower > 0.01


def test_a_test_stays_decided():
    rising = np.concatenate([shares_of_four(400, 35, 0.32), shares_of_four(900, 36, 0.15)])
    first = sprt(rising[:400], 0.25, 0.30)
    later = sprt(rising, 0.25, 0.30)
    assert first.outcome is later.outcome is Outcome.HIGHER
    assert first.decided_after == later.decided_after
    assert later.llr < -later.bound == pytest.approx(-2.944, abs=0.001)
    assert sprt(rising[:first.decided_after - 1], 0.25, 0.30).outcome is Outcome.GO_ON
    assert sprt(rising[400:], 0.25, 0.30).outcome is Outcome.LOWER
    assert sprt([], 0.25, 0.30).outcome is Outcome.GO_ON
    mean, spread = rising[:400].mean(), rising[:400].var(ddof=1)
    spread += stats.moment(rising[:400], 3) / rising[:400].var() * (0.275 - mean)
    by_hand = 400 * 0.05 * (2 * mean - 0.55) / (2 * spread)
    assert first.llr == pytest.approx(by_hand)


# Many at once.

def test_the_fixed_correction_is_that_of_scipy():
    chance = drawn(40)
    for size in (1, 2, 10, 50):
        surprises = chance.uniform(0, 1, size) ** 3
        judged = stats.false_discovery_control(surprises) <= 0.1
        assert many.benjamini_hochberg(surprises).tolist() == judged.tolist()
    assert many.benjamini_hochberg([]).size == 0


def test_evidence_is_chosen_by_its_share():
    assert many.e_bh([40, 25, 13, 1]).tolist() == [True, True, False, False]
    assert many.e_bh([40, 25, 13, 1], 0.2).tolist() == [True, True, True, False]
    assert many.e_bh([39, 19, 12, 1]).tolist() == [False] * 4
    assert many.e_bh([10]).tolist() == [True]
    assert many.e_bh([]).size == 0
    assert many.corrected_level([40, 25, 13, 1]) == pytest.approx(0.95)
    assert many.corrected_level([1, 1, 1, 1]) == pytest.approx(0.975)


def test_few_of_those_found_are_chance_at_any_look():
    """30 questions, of which 6 have an answer; read at each of 12 looks, 200 times."""
    looks = np.linspace(50, 600, 12).astype(int)
    shares, found, chance = [], [], drawn(41)
    truth = np.where(np.arange(30) < 6, 0.45, 0.0)
    for _ in range(200):
        # One part is common to all, as what is asked about the same games goes together.
        values = truth + chance.normal(size=(600, 30)) + chance.normal(size=(600, 1))
        known = sequences.moments(values.T, looks)
        weights = np.exp(sequences.log_evidence(known, 0.0))
        flags = np.stack([many.e_bh(row) for row in weights.T])
        wrong = flags[:, 6:].sum(axis=1) / np.maximum(flags.sum(axis=1), 1)
        shares.append(wrong.max())
        found.append(flags[-1, :6].mean())
    assert np.mean(shares) <= 0.10
    assert np.mean(found) > 0.95


def test_one_look_finds_few_by_chance():
    chance = drawn(42)
    shares = []
    for _ in range(200):
        values = np.where(np.arange(20) < 5, 0.5, 0.0)[:, None] + chance.normal(size=(20, 60))
        flags = many.fixed_look(list(values))
        shares.append(flags[5:].sum() / max(flags.sum(), 1))
    assert 0.03 < np.mean(shares) <= 0.10


@pytest.mark.parametrize("bounds", [None, (0, 1)])
def test_verdicts_on_many_are_those_of_the_correction(bounds):
    blocks = 20 if bounds else 300
    series = [shares_of_four(blocks, 50 + n, 0.25 + 0.03 * n) for n in range(12)]
    findings = many.judge_all(series, null=0.25, bounds=bounds)
    chosen = many.e_bh([sequences.e_value(s, 0.25, bounds=bounds) for s in series])
    assert [f.verdict is Verdict.CLEAR for f in findings] == chosen.tolist()
    assert 0 < chosen.sum() < 12
    assert {f.level for f in findings} == {1 - 0.1 * chosen.sum() / 12}


# From games to blocks.

def test_means_by_block_leave_out_what_never_was():
    found = block_means([1, 2, 4, math.nan, math.nan, 8], ["b", "b", "a", "a", "c", "d"])
    assert found.ids.tolist() == ["a", "b", "c", "d"]
    assert found.known.tolist() == [4, 1.5, 8]
    assert found.missing == 1
    assert found.counts.tolist() == [1, 2, 0, 1]


def test_games_of_a_block_go_together():
    """Whoever takes them as single games is wrong more often than one time in twenty."""
    chance = drawn(60)
    days = chance.normal(size=(2000, 40, 1))
    games = (days + chance.normal(size=(2000, 40, 4))).reshape(2000, 160)
    ids = np.repeat(np.arange(40), 4)
    known = [student.once(block_means(row, ids).known) for row in games]
    naive = [student.once(row) for row in games[:500]]
    assert 0.935 <= np.mean([not i.excludes(0) for i in known]) <= 0.965
    assert np.mean([not i.excludes(0) for i in naive]) < 0.85


def test_the_mean_per_time_weighs_each_time_alike():
    values = [1, 1, 1, 1, 9, math.nan]
    ids = [0, 0, 0, 0, 1, 2]
    linear = per_time(values, ids)
    assert linear == pytest.approx([-1.24, 6.44, 2.6])
    assert linear.mean() == pytest.approx(13 / 5)
    assert block_means(values, ids).known.mean() == 5


def test_the_same_seeds_need_fewer_blocks():
    chance = drawn(61)
    seeds = chance.normal(size=500)
    one, other = (seeds + 0.5 * chance.normal(size=500) + d for d in (0.2, 0.0))
    found = paired(block_means(one, np.arange(500)), block_means(other, np.arange(500) + 3))
    assert (found.differences.size, found.left_out) == (497, 6)
    shifted = paired(block_means(one, np.arange(500)), block_means(other, np.arange(500)))
    assert shifted.correlation == pytest.approx(np.corrcoef(one, other)[0, 1])
    assert shifted.gain == pytest.approx((one.var() + other.var()) / (one - other).var())
    assert shifted.gain > 4
    assert found.gain < 1.2
    assert judge(shifted.differences).verdict is Verdict.CLEAR
    assert judge(found.differences).verdict is not Verdict.CLEAR
    hole = block_means([1, math.nan, 3], [1, 2, 3])
    assert paired(hole, block_means([2, 2, 2], [1, 2, 3])).ids.tolist() == [1, 3]
    assert paired(hole, hole).gain == math.inf
    assert math.isnan(paired(hole, block_means([1.0], [9])).gain)


def offers(seed, blocks=1500, wanted=0.6):
    """Rows of seats: chance offers, who is ahead takes; taking is worth 2 points."""
    chance = drawn(seed)
    skill = chance.normal(size=blocks * 4)
    offered = chance.random(blocks * 4) < 0.3
    taken = offered & (skill > stats.norm.ppf(1 - wanted))
    luck = np.repeat(chance.normal(size=blocks), 4)
    values = 10 + 3 * skill + luck + 2 * taken + chance.normal(size=blocks * 4)
    return values, offered, taken, np.repeat(np.arange(blocks), 4)


def test_the_effect_of_taking_is_found_behind_choice():
    values, offered, taken, ids = offers(70)
    found = wald(values, offered, taken, ids)
    assert not found.effect.excludes(2.0)
    assert found.effect.low > 0
    assert found.effect.mean == pytest.approx(found.offer.mean / found.taking.mean)
    assert found.taking.mean == pytest.approx(0.6, abs=0.03)
    # Who takes is ahead anyway: to compare those who took with all others flatters the thing.
    assert contrast(values, taken, ids).mean() > 4


def test_effects_of_taking_are_seldom_wrong():
    found = [wald(*offers(seed, blocks=150), level=0.8).effect for seed in range(300)]
    assert np.mean([i.excludes(2.0) for i in found]) <= 0.2
    assert np.mean([i.half_width < math.inf for i in found]) > 0.9


def test_an_offer_that_changes_no_taking_tells_nothing_of_it():
    values, offered, _, ids = offers(71)
    found = wald(values, offered, drawn(72).random(values.size) < 0.5, ids)
    assert (found.effect.low, found.effect.high) == (-math.inf, math.inf)
    early = wald(*(column[:40] for column in offers(71)))
    assert early.effect.high == math.inf


def test_the_interval_of_an_effect_holds_what_fits():
    """Just those ratios for which the sequence of the rest holds 0."""
    values, offered, taken, ids = offers(73, blocks=400)
    found = wald(values, offered, taken, ids).effect
    tops, bottoms = contrast(values, offered, ids), contrast(taken.astype(float), offered, ids)
    for end, beside in ((found.low, -1e-6), (found.high, 1e-6)):
        assert sequences.interval(tops - (end + beside) * bottoms).excludes(0)
        assert not sequences.interval(tops - (end - beside) * bottoms).excludes(0)


# Strength.

def test_who_wins_together_shares():
    shares = win_shares([[True, False, False], [True, True, False], [False, False, False]])
    assert shares.tolist() == [[1, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_odds_are_against_one_opponent():
    assert odds(0.25, 4) == pytest.approx(1)
    assert odds(0.5, 4) == pytest.approx(3)
    assert elo(0.25, 4) == pytest.approx(0)
    assert elo(10 / 11, 2) == pytest.approx(400)
    assert (elo(0, 2), elo(1, 2)) == (-math.inf, math.inf)


def test_a_ladder_holds_the_strengths_that_were_planted():
    """Players of known strength against three of strength 1."""
    planted = {"strong": 4.0, "even": 1.0, "weak": 0.25}
    shares = {name: drawn(80).binomial(4, s / (s + 3), 600) / 4 for name, s in planted.items()}
    found = ladder({"new": [], **shares}, 4)
    assert [e.name for e in found] == ["strong", "even", "weak", "new"]
    for rung in found[:3]:
        assert not rung.odds.excludes(planted[rung.name])
        assert rung.elo.low < rung.elo.mean < rung.elo.high
    assert (found[0].elo.low > 0, found[2].elo.high < 0) == (True, True)
    assert (found[3].odds.low, found[3].odds.high) == (0, math.inf)
    assert entry("sure", [1.0] * 50, 2).odds.low > 5
