//! A stand-in for AWS on loopback. It answers what the probes ask and remembers each request.

mod answers;
mod request;

use std::io::{BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

pub(crate) use request::Request;

use crate::Result;

/// A request that hangs must not hang the lab.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running mock; it stops when it is dropped.
pub(crate) struct Mock {
    address: SocketAddr,
    seen: Arc<Mutex<Vec<Request>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Mock {
    pub(crate) fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let (seen, over) = (Arc::<Mutex<Vec<Request>>>::default(), Arc::<AtomicBool>::default());
        let (seen_there, over_there) = (Arc::clone(&seen), Arc::clone(&over));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if over_there.load(Ordering::SeqCst) {
                    return;
                }
                let seen = Arc::clone(&seen_there);
                if let Ok(stream) = stream {
                    // What goes wrong here is an error that the probe sees.
                    std::thread::spawn(move || serve(stream, &seen));
                }
            }
        });
        Ok(Self { address, seen, over, thread: Some(thread) })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What was asked so far.
    pub(crate) fn requests(&self) -> Vec<Request> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        self.over.store(true, Ordering::SeqCst);
        // Wakes the thread that waits for a connection.
        if TcpStream::connect(self.address).is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

fn serve(stream: TcpStream, seen: &Mutex<Vec<Request>>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    while let Some(request) = Request::read(&mut reader, &mut stream)? {
        let earlier = {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            let earlier = seen.iter().filter(|other| other.path == request.path).count();
            seen.push(request.clone());
            earlier
        };
        stream.write_all(&answers::answer(&request, earlier).into_bytes(&request))?;
    }
    Ok(())
}
