fn main() {
    use connect4::*;
    for _ in 0..3 {
        let t = std::time::Instant::now();
        let tally = Board::<u64>::empty(Size::USUAL).tally(10);
        let s = t.elapsed().as_secs_f64();
        println!("{tally:?} {:.1} M/s", tally.paths as f64 / s / 1e6);
    }
    let t = std::time::Instant::now();
    let tally = Board::<u128>::empty(Size::USUAL).tally(8);
    let s = t.elapsed().as_secs_f64();
    println!("{tally:?} {:.1} M/s", tally.paths as f64 / s / 1e6);
    let t = std::time::Instant::now();
    let tally = Board::<Lanes>::empty(Size::USUAL).tally(7);
    let s = t.elapsed().as_secs_f64();
    println!("{tally:?} {:.1} M/s", tally.paths as f64 / s / 1e6);
}
