//! The engine for Python: the bytes of a request in, the bytes of a response out. Everything else
//! is Python, in `python/tilewright`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The engine. It may be used by several threads at once.
#[pyclass(name = "Engine", module = "tilewright._engine", frozen)]
struct PyEngine(tilewright_protocol::Engine);

#[pymethods]
impl PyEngine {
    #[new]
    fn new() -> PyEngine {
        PyEngine(tilewright_protocol::Engine::new())
    }

    /// Answers the bytes of a request with the bytes of a response. Other threads go on meanwhile.
    fn handle(&self, py: Python<'_>, request: Vec<u8>) -> Vec<u8> {
        py.detach(|| self.0.handle(&request))
    }

    /// Adds a word list: text with one word a line, or a packed list, as bytes.
    fn add_lexicon(&self, id: &str, words: Vec<u8>) -> PyResult<()> {
        let added = self.0.add_lexicon(id, &words);
        added.map_err(|fault| PyValueError::new_err(fault.message))
    }
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyEngine>()
}
