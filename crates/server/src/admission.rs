//! Admission: how many requests are answered, and how many bodies are read, at the same time.

use crate::addresses::limited_as;
use crate::app::App;
use crate::reply::Refusal;
use crate::shares::{NoShare, Share};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// A request that was let in. It counts as under way, but not while its body is read.
#[derive(Clone)]
pub(crate) struct Admitted(Arc<Inner>);

struct Inner {
    app: App,
    address: IpAddr,
    held: Mutex<Option<Share<IpAddr>>>,
}

fn refused(no: NoShare) -> Refusal {
    match no {
        NoShare::OwnTaken => Refusal::too_many(1),
        NoShare::AllTaken => Refusal::busy(),
    }
}

impl Admitted {
    /// Lets a request of an address in, if there is room.
    pub fn new(app: &App, address: Option<IpAddr>) -> Result<Admitted, Refusal> {
        let address = address.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), limited_as);
        let admitted =
            Admitted(Arc::new(Inner { app: app.clone(), address, held: Mutex::default() }));
        admitted.enter()?;
        Ok(admitted)
    }

    fn set(&self, share: Option<Share<IpAddr>>) {
        *self.0.held.lock().unwrap_or_else(PoisonError::into_inner) = share;
    }

    /// Counts the request as under way.
    pub fn enter(&self) -> Result<(), Refusal> {
        let share = self.0.app.0.in_flight.take(self.0.address).map_err(refused)?;
        self.set(Some(share));
        Ok(())
    }

    /// Counts a body that is read, instead of the request,
    /// and the bytes that it may have.
    pub fn begin_body(&self, bytes: usize) -> Result<[Share<IpAddr>; 2], Refusal> {
        self.set(None);
        let (parts, address) = (&self.0.app.0, self.0.address);
        let body = parts.bodies.take(address).map_err(refused)?;
        let bytes = parts.body_bytes.take_weighed(address, bytes).map_err(refused)?;
        Ok([body, bytes])
    }

    /// The request is answered.
    pub fn leave(&self) {
        self.set(None);
    }
}
