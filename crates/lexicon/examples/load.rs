use tilewright_lexicon::*;
use tilewright_tiles::*;
fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let n: usize = std::env::args().nth(2).unwrap().parse().unwrap();
    if n == 0 {
        let bytes = std::fs::read("/work/shared/lexicons/en-enable-2to15.txt").unwrap();
        let letters: Vec<String> = ('A'..='Z').map(String::from).collect();
        let alphabet = Alphabet::new(&letters).unwrap();
        let mut times = vec![];
        for _ in 0..15 {
            let t = cpu();
            let list = WordList::read(&bytes, &alphabet, Mode::Skip).unwrap();
            let g = Lexicon::build(&list, GraphKind::Words).unwrap();
            times.push(cpu() - t);
            std::fs::write(&path, g.to_bytes()).unwrap();
        }
        times.sort_by(f64::total_cmp);
        println!("build min {:.1} median {:.1}", times[0], times[7]);
        return;
    }
    let bytes = std::fs::read(path).unwrap();
    let mut times = vec![];
    for _ in 0..n {
        let t = cpu();
        let l = Lexicon::from_bytes(&bytes).unwrap();
        times.push(cpu() - t);
        assert_eq!(l.node_count(), 391089);
    }
    times.sort_by(f64::total_cmp);
    println!("min {:.2} median {:.2}", times[0], times[n / 2]);
}
