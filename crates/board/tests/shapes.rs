//! Shapes as tables: cells, axes and lines of every builder.

#![allow(clippy::unwrap_used)]

use tilewright_board::shapes::grid;
use tilewright_board::{
    Adjacency, BoardError, BoardGraph, Coord, DirTag, GraphEdge, GraphNode, Mask, Topology,
};

fn check(topology: &Topology, cells: usize, axes: &[&str]) {
    assert_eq!(topology.cell_count(), cells);
    let tags: Vec<&str> = topology.axes().iter().map(|axis| axis.tag.name()).collect();
    assert_eq!(tags, axes);
    // Every cell lies on exactly one line of every axis, and the slots say where.
    for axis in topology.axis_ids() {
        let mut seen = vec![false; cells];
        for line in topology.lines().filter(|line| line.axis == axis) {
            for (index, cell) in line.cells.iter().enumerate() {
                assert!(!std::mem::replace(&mut seen[cell.index()], true));
                let slot = topology.slot(*cell, axis);
                assert_eq!((slot.line, usize::from(slot.index)), (line.id, index));
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}

#[test]
fn every_builder_makes_consistent_cells_and_lines() {
    let mask = |text: &str| Some(Mask::parse(text).unwrap());
    let two = ["East", "South"];
    check(&grid::rect(15, 15, false, None).unwrap(), 225, &two);
    let four = ["East", "South", "NorthEast", "SouthEast"];
    check(&grid::rect(11, 11, true, None).unwrap(), 121, &four);
    check(&grid::rect(9, 9, false, mask("diamond:4").as_ref()).unwrap(), 41, &two);
    check(&grid::rect(9, 9, false, mask("ring:3").as_ref()).unwrap(), 72, &two);
    check(&grid::rect(9, 9, false, mask("cross:3").as_ref()).unwrap(), 45, &two);
    check(&grid::rect(9, 5, false, mask("triangle").as_ref()).unwrap(), 25, &two);
    let three = ["East", "NorthEast", "SouthEast"];
    check(&grid::hex(13, 13, mask("hexagon:7").as_ref()).unwrap(), 127, &three);
    check(&grid::hex(9, 9, mask("diamond:4").as_ref()).unwrap(), 41, &three);
    check(&grid::cube(9, 9, 3, false, None).unwrap(), 243, &["East", "South", "Up"]);
    assert_eq!(grid::rect(65, 64, false, None), Err(BoardError::TooManyCells(4097)));
    assert!(matches!(grid::rect(u32::MAX, 9, false, None), Err(BoardError::TooManyCells(_))));
    assert_eq!(grid::rect(0, 9, false, None), Err(BoardError::Empty));
}

#[test]
fn hex_neighbours_follow_odd_row_offsets() {
    let board = grid::hex(9, 9, Some(&Mask::Diamond(4))).unwrap();
    let at = |x, y| board.cell_at(Coord::flat(x, y)).unwrap();
    let north_east = board.axis_by_tag(&DirTag::NorthEast).unwrap();
    let south_east = board.axis_by_tag(&DirTag::SouthEast).unwrap();
    assert_eq!(board.next(at(4, 5), north_east), Some(at(5, 4)));
    assert_eq!(board.next(at(4, 4), south_east), Some(at(4, 5)));
    assert_eq!(board.previous(at(4, 5), south_east), Some(at(4, 4)));
}

#[test]
fn even_boards_start_below_and_right_of_the_middle() {
    let board = grid::rect(10, 10, false, None).unwrap();
    assert_eq!(board.center().and_then(|cell| board.from_cell_id(cell)), Some(Coord::flat(5, 5)));
}

#[test]
fn holes_split_lines() {
    let mask = Mask::Rows(vec!["..#..".into()]);
    let board = grid::rect(5, 1, false, Some(&mask)).unwrap();
    let east: Vec<usize> =
        board.lines().filter(|line| line.axis.0 == 0).map(|line| line.cells.len()).collect();
    assert_eq!(east, [2, 2]);
    assert_eq!(board.center(), None);
}

#[test]
fn a_mask_as_a_graph_keeps_its_lines() {
    let graph = BoardGraph::from_mask(&[".#.", "...", "..."], Adjacency::RectDiagonal).unwrap();
    let board = graph.topology().unwrap();
    check(&board, 8, &["East", "South", "NorthEast", "SouthEast"]);
    assert_eq!(board.center(), board.cell_named("c1r1"));
}

fn graph(nodes: &[&str], edges: &[(&str, &str, &str)], origin: &str) -> BoardGraph {
    BoardGraph {
        nodes: nodes.iter().map(|name| GraphNode { name: (*name).into(), at: None }).collect(),
        edges: edges
            .iter()
            .map(|(from, to, tag)| GraphEdge {
                from: (*from).into(),
                to: (*to).into(),
                tag: (*tag).into(),
            })
            .collect(),
        origin: origin.into(),
    }
}

#[test]
fn faulty_graphs_are_refused() {
    let ok =
        graph(&["a", "b", "c"], &[("a", "b", "E"), ("c", "b", "W"), ("a", "c", "spiral")], "a");
    check(&ok.topology().unwrap(), 3, &["East", "spiral"]);
    let cases = [
        (graph(&["a", "b"], &[("a", "b", "E"), ("b", "a", "E")], "a"), "circle"),
        (graph(&["a", "b", "c"], &[("a", "b", "E"), ("a", "c", "E")], "a"), "going out"),
        (graph(&["a", "b", "c"], &[("a", "c", "E"), ("b", "c", "E")], "a"), "coming in"),
        (graph(&["a", "a"], &[], "a"), "twice"),
        (graph(&["a"], &[("a", "z", "E")], "a"), "`z`"),
        (graph(&["a"], &[], ""), "origin"),
        (graph(&["1,1"], &[], "1,1"), "node name"),
        (graph(&[], &[], ""), "origin"),
    ];
    for (graph, part) in cases {
        let message = graph.topology().unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    assert!(BoardGraph::from_json("{\"nodes\":3}").is_err());
}
