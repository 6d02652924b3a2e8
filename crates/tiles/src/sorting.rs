//! Sorting where little is sorted. The standard library's sort is some kilobytes of code for every
//! type and key; this one is shared by all, which keeps small builds small.

use std::cmp::Ordering;

/// Sorts a list by a key; what has equal keys keeps its order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let mut order: Vec<usize> = (0..list.len()).collect();
    sort_places(&mut order, &|one, other| key(&list[*one]).cmp(&key(&list[*other])));
    // Every place gets what belongs there; what was there goes on along the same round.
    for first in 0..order.len() {
        let mut place = first;
        while order[place] != first {
            let from = std::mem::replace(&mut order[place], place);
            list.swap(place, from);
            place = from;
        }
        order[place] = place;
    }
}

fn sort_places(order: &mut [usize], compare: &dyn Fn(&usize, &usize) -> Ordering) {
    order.sort_by(compare);
}

/// A map or set of these, put in one after the other: `collect` would sort them first.
pub fn gathered<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut gathered = C::default();
    gathered.extend(items);
    gathered
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut state = 1_u64;
        for length in (0..40).chain([1_000]) {
            for kinds in [1, 2, 7, 1_000] {
                let next = |place| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 33) % kinds * 1_000_000 + place
                };
                let list: Vec<u64> = (0..length).map(next).collect();
                let (mut ours, mut theirs) = (list.clone(), list);
                sort_by_key(&mut ours, |item| item / 1_000_000);
                theirs.sort_by_key(|item| item / 1_000_000);
                assert_eq!(ours, theirs);
            }
        }
    }
}
