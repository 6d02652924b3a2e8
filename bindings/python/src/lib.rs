//! The engine for Python: the bytes of a request in, the bytes of a response out. Everything else
//! is Python, in `python/tilewright`.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use tilewright_protocol::Engine;

mod closed {
    pyo3::create_exception!(
        tilewright,
        ClosedError,
        pyo3::exceptions::PyValueError,
        "The engine was closed; nothing can be asked of it any more."
    );
}
use closed::ClosedError;

/// The engine. It may be used by several threads at once, and keeps nothing of any game.
#[pyclass(name = "Engine", module = "tilewright", frozen)]
struct PyEngine(Mutex<Option<Engine>>);

impl PyEngine {
    /// The engine, unless it was closed. Calls under way hold a copy, which shares everything.
    fn engine(&self) -> PyResult<Engine> {
        let engine = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        engine.ok_or_else(|| ClosedError::new_err("the engine was closed"))
    }
}

/// Runs a function without holding the GIL. A panic must not run through Python's frames.
fn apart<T: Send>(py: Python<'_>, run: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(run)))
        .map_err(|_| PyRuntimeError::new_err("something is wrong in the engine; please report it"))
}

#[pymethods]
impl PyEngine {
    #[new]
    fn new() -> PyEngine {
        PyEngine(Mutex::new(Some(Engine::new())))
    }

    /// Answers the bytes of a request with the bytes of a response. Other threads keep running meanwhile.
    fn handle<'py>(
        &self,
        py: Python<'py>,
        request: PyBackedBytes,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let engine = self.engine()?;
        let response = apart(py, || engine.handle(&request))?;
        Ok(PyBytes::new(py, &response))
    }

    /// Adds a word list by its id: text with one word a line, or a packed list, as bytes.
    fn add_lexicon(&self, py: Python<'_>, id: PyBackedStr, words: PyBackedBytes) -> PyResult<()> {
        let engine = self.engine()?;
        apart(py, || engine.add_lexicon(&id, &words))?
            .map_err(|fault| PyValueError::new_err(fault.message))
    }

    /// Closes the engine. Calls under way on other threads are finished.
    fn close(&self) {
        let engine = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // What it has compiled is dropped here, when nobody waits for the lock.
        drop(engine);
    }

    /// Whether the engine was closed.
    #[getter]
    fn closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn __enter__(slf: Py<PyEngine>) -> Py<PyEngine> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close();
    }
}

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ClosedError", module.py().get_type::<ClosedError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<PyEngine>()
}
