//! Fits the weights of the patterns to labels.
//!
//! ```text
//! cargo build --release -p brettwerk-othello --example othello_fit
//! target/release/examples/othello_fit labels=labels/exact,labels/middle out=w.bin threads=16 epochs=4
//! ```
//!
//! `labels` are folders of chunks that `othello_labels` has written. Every fiftieth chunk is held out: it is never learned
//! from, and the mean absolute error on it is told for each phase. `from=FILE` begins with the weights of a file, and
//! phases without labels keep them; without it everything begins at 0.
//!
//! The model is linear, so that it is fitted by stochastic gradient descent on the absolute error beyond, and the square
//! below, eight discs. Weights that are seldom seen are the problem: a phase has three hundred thousand weights and maybe a
//! million positions. So one set of weights is fitted to all labels first, then one to each sixth of the game beginning
//! with that, and then one for each phase, from its own positions and those of both neighbors. What a phase never shows
//! keeps what the larger sets have learned about it. `decay` pulls all weights a little towards that beginning. `own=2`
//! adds two epochs with small steps over the positions of a phase without its neighbors, which pays where there are many.
//!
//! Files become smaller by `group=3`, where three phases share a set of weights, and `min-seen=3`, which leaves out what
//! was seen less than three times.
//!
//! The same labels and options give the same weights, whatever the number of threads.

#![expect(clippy::print_stdout, reason = "a program for the terminal")]

#[path = "../../../training/options.rs"]
mod options;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use framework::Rng;
use othello::engine::{
    Instructions, LABEL_BYTES, LABEL_UNITS_PER_DISC, Label,
    patterns::{
        Features, N_PATTERNS, N_PHASES, N_SCALARS, Scalars, UNITS_PER_DISC, Weights, folded_len,
        folded_pattern_weight, phase_of, scalar_slots,
    },
};

use self::options::{Failure, Options};

/// One chunk in so many is held out.
const HELD_OUT_EVERY: u64 = 50;
/// Errors count by their squares up to so many discs, and then by their size.
const HUBER_DISCS: f32 = 8.0;
/// How many phases share the weights with which each of them begins.
const PHASES_PER_PART: usize = 5;
/// The first rate of the epochs without neighbors, as a share of the usual one.
const OWN_RATE_SHARE: f32 = 0.2;
/// The most labels for the weights of the whole game: more would only take longer.
const MAX_COMMON_LABELS: usize = 6_000_000;
const N_SLOTS: usize = N_PATTERNS + 4;

struct Plan {
    labels: Vec<PathBuf>,
    out: PathBuf,
    from: Option<PathBuf>,
    n_threads: usize,
    epochs: usize,
    own_epochs: usize,
    rate: f32,
    decay: f32,
    group: usize,
    min_seen: u32,
    seed: u64,
}

impl Plan {
    fn read() -> Result<Self, Failure> {
        let mut options = Options::from_args()?;
        let plan = Self {
            labels: options.text("labels", "labels").split(',').map(PathBuf::from).collect(),
            out: options.text("out", "weights.bin").into(),
            from: Some(options.text("from", "")).filter(|path| !path.is_empty()).map(PathBuf::from),
            n_threads: options.number("threads", 1)?,
            epochs: options.number("epochs", 4)?,
            own_epochs: options.number("own", 0)?,
            rate: options.number("rate", 0.012)?,
            decay: options.number("decay", 0.0005)?,
            group: options.number("group", 1)?,
            min_seen: options.number("min-seen", 0)?,
            seed: options.number("seed", 1)?,
        };
        if !(1..=N_PHASES).contains(&plan.group) {
            return Err(format!("group= must be from 1 to {N_PHASES}").into());
        }
        options.finish().map(|()| plan)
    }
}

/// Labels by phase.
#[derive(Default)]
struct Labels {
    learned: Vec<Vec<Label>>,
    held_out: Vec<Vec<Label>>,
}

fn main() -> Result<(), Failure> {
    let plan = Plan::read()?;
    let began = Instant::now();
    let labels = read_labels(&plan.labels)?;
    let n_labels = |labels: &[Vec<Label>]| labels.iter().map(Vec::len).sum::<usize>();
    println!(
        "{} labels to learn from, {} held out, read in {:.0} s",
        n_labels(&labels.learned),
        n_labels(&labels.held_out),
        began.elapsed().as_secs_f64()
    );
    let phases = fit(&plan, &labels)?;
    let quantized: Vec<Vec<i16>> = phases.iter().map(|weights| quantize(weights)).collect();
    let weights = Weights::of_phases(quantized.iter().map(Vec::as_slice));
    let bytes = weights.to_bytes();
    fs::write(&plan.out, &bytes)?;
    report(&labels, &quantized);
    println!("{} bytes in {}, {:.0} s", bytes.len(), plan.out.display(), began.elapsed().as_secs_f64());
    Ok(())
}

fn read_labels(folders: &[PathBuf]) -> Result<Labels, Failure> {
    let mut labels = Labels { learned: vec![Vec::new(); N_PHASES], held_out: vec![Vec::new(); N_PHASES] };
    for folder in folders {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "bin") {
                paths.push(path);
            }
        }
        paths.sort();
        for path in paths {
            let number = chunk_number(&path).ok_or_else(|| format!("{} has no number", path.display()))?;
            let into = if number % HELD_OUT_EVERY == 0 { &mut labels.held_out } else { &mut labels.learned };
            for record in fs::read(&path)?.chunks(LABEL_BYTES) {
                let label = record.try_into().ok().and_then(Label::from_bytes);
                let label = label.ok_or_else(|| format!("{} holds something else", path.display()))?;
                into[phase_of(label.board.n_empties())].push(label);
            }
        }
    }
    Ok(labels)
}

fn chunk_number(path: &Path) -> Option<u64> {
    path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok()
}

/// The weights of every phase, in discs.
fn fit(plan: &Plan, labels: &Labels) -> Result<Vec<Vec<f32>>, Failure> {
    let n_weights = folded_len() + N_SCALARS;
    if let Some(path) = &plan.from {
        let weights = Weights::from_bytes(&fs::read(path)?)?;
        let begin: Vec<Vec<f32>> = (0..N_PHASES)
            .map(|phase| {
                let folded = weights.folded_phase(phase);
                folded.into_iter().map(|weight| f32::from(weight) / UNITS_PER_DISC as f32).collect()
            })
            .collect();
        return Ok(fit_phases(plan, labels, &|phase| &begin[phase]));
    }
    // All phases alike, from not too many labels: every so many of them.
    let n_learned: usize = labels.learned.iter().map(Vec::len).sum();
    let step = n_learned.div_ceil(MAX_COMMON_LABELS).max(1);
    let some: Vec<&Label> = labels.learned.iter().flatten().step_by(step).collect();
    let fewer = Steps { first: plan.rate, epochs: plan.epochs.div_ceil(3) };
    let common = descend(plan, &some, &vec![0.0; n_weights], fewer, 0);
    println!("the whole game: {} labels", some.len());
    let n_parts = N_PHASES.div_ceil(PHASES_PER_PART);
    let parts = in_parallel(plan.n_threads, n_parts, |part| {
        let phases = part * PHASES_PER_PART..((part + 1) * PHASES_PER_PART).min(N_PHASES);
        let some: Vec<&Label> = labels.learned[phases].iter().flatten().step_by(step).collect();
        descend(plan, &some, &common, fewer, 1 + part as u64)
    });
    println!("{n_parts} parts of the game");
    Ok(fit_phases(plan, labels, &|phase| &parts[phase / PHASES_PER_PART]))
}

fn fit_phases<'a>(
    plan: &Plan,
    labels: &Labels,
    begin: &(dyn Fn(usize) -> &'a Vec<f32> + Sync),
) -> Vec<Vec<f32>> {
    let sets = in_parallel(plan.n_threads, N_PHASES.div_ceil(plan.group), |set| {
        let first = set * plan.group;
        let own = first..(first + plan.group).min(N_PHASES);
        if labels.learned[own.clone()].iter().all(Vec::is_empty) {
            return begin(first).clone();
        }
        let near = first.saturating_sub(1)..(first + plan.group + 1).min(N_PHASES);
        let some: Vec<&Label> = labels.learned[near].iter().flatten().collect();
        let steps = Steps { first: plan.rate, epochs: plan.epochs };
        let mut weights = descend(plan, &some, begin(first), steps, 100 + set as u64);
        if plan.own_epochs != 0 {
            let own: Vec<&Label> = labels.learned[own].iter().flatten().collect();
            let steps = Steps { first: plan.rate * OWN_RATE_SHARE, epochs: plan.own_epochs };
            weights = descend(plan, &own, &weights, steps, 200 + set as u64);
        }
        let mut n_seen = vec![0_u32; weights.len()];
        some.iter().flat_map(|label| slots(label)).for_each(|slot| n_seen[slot as usize] += 1);
        for (weight, n_seen) in weights.iter_mut().zip(n_seen).take(folded_len()) {
            if n_seen < plan.min_seen {
                *weight = 0.0;
            }
        }
        weights
    });
    (0..N_PHASES).map(|phase| sets[phase / plan.group].clone()).collect()
}

/// Does independent things on several threads; the results are in order.
fn in_parallel<T: Send>(n_threads: usize, n_tasks: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<T>>> = (0..n_tasks).map(|_| Mutex::new(None)).collect();
    thread::scope(|scope| {
        for _ in 0..n_threads.max(1) {
            scope.spawn(|| {
                loop {
                    let idx = next.fetch_add(1, Ordering::Relaxed);
                    let Some(result) = results.get(idx) else { return };
                    *result.lock().expect("no thread panics with it") = Some(task(idx));
                }
            });
        }
    });
    let result = |result: Mutex<Option<T>>| result.into_inner().ok().flatten().expect("every task was done");
    results.into_iter().map(result).collect()
}

/// Where the weights of a position are.
fn slots(label: &Label) -> [u32; N_SLOTS] {
    let features = Features::of(label.board);
    let mut slots = [0; N_SLOTS];
    for (pattern_idx, &number) in features.numbers().iter().enumerate() {
        slots[pattern_idx] = folded_pattern_weight(pattern_idx, number);
    }
    let instructions = Instructions::best();
    let (own, opp) = (instructions.mobility(label.board), instructions.mobility(label.board.passed()));
    for (slot, scalar) in slots[N_PATTERNS..].iter_mut().zip(scalar_slots(Scalars::of(label.board, own, opp)))
    {
        *slot = (folded_len() + scalar) as u32;
    }
    slots
}

/// How long and how fast weights are fitted.
#[derive(Clone, Copy)]
struct Steps {
    /// The rate of the first epoch.
    first: f32,
    epochs: usize,
}

/// Stochastic gradient descent, with steps that become smaller.
fn descend(plan: &Plan, labels: &[&Label], begin: &[f32], steps: Steps, stream: u64) -> Vec<f32> {
    let mut weights = begin.to_vec();
    let mut order: Vec<u32> = (0..labels.len() as u32).collect();
    let mut rng = Rng::stream(plan.seed, "fit", stream);
    for epoch in 0..steps.epochs {
        rng.shuffle(&mut order);
        // From the full rate down to a twentieth of it.
        let rate = steps.first * 0.05_f32.powf(epoch as f32 / (steps.epochs - 1).max(1) as f32);
        for &idx in &order {
            let label = labels[idx as usize];
            let slots = slots(label);
            let value: f32 = slots.iter().map(|&slot| weights[slot as usize]).sum();
            let error = f32::from(label.score) / LABEL_UNITS_PER_DISC as f32 - value;
            let step = rate * error.clamp(-HUBER_DISCS, HUBER_DISCS);
            for &slot in &slots {
                let slot = slot as usize;
                weights[slot] += step - rate * plan.decay * (weights[slot] - begin[slot]);
            }
        }
    }
    weights
}

fn quantize(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| (weight * UNITS_PER_DISC as f32).round() as i16).collect()
}

/// Tells the mean absolute error on labels that were held out, and that of the same guess for all.
fn report(labels: &Labels, quantized: &[Vec<i16>]) {
    println!("phase empties learned held-out  error  of-mean nonzero");
    let (mut sum, mut n_all) = (0.0, 0);
    for phase in (0..N_PHASES).rev() {
        let held_out = &labels.held_out[phase];
        let weights = &quantized[phase];
        let score = |label: &Label| f32::from(label.score) / LABEL_UNITS_PER_DISC as f32;
        let error = |label: &Label| {
            let units: i32 = slots(label).iter().map(|&slot| i32::from(weights[slot as usize])).sum();
            (score(label) - units as f32 / UNITS_PER_DISC as f32).abs()
        };
        let n = held_out.len().max(1) as f32;
        let errors: f32 = held_out.iter().map(error).sum();
        let mean = held_out.iter().map(score).sum::<f32>() / n;
        let of_mean = held_out.iter().map(|label| (score(label) - mean).abs()).sum::<f32>() / n;
        let n_nonzero = weights.iter().filter(|&&weight| weight != 0).count();
        (sum, n_all) = (sum + f64::from(errors), n_all + held_out.len());
        println!(
            "{phase:5} {:7} {:6} {:8} {:6.2} {of_mean:8.2} {n_nonzero:7}",
            2 * phase,
            labels.learned[phase].len(),
            held_out.len(),
            errors / n,
        );
    }
    println!("all {:.3} discs on {n_all} labels", sum / n_all.max(1) as f64);
}
