//lab:needs aws-sdk-transcribestreaming
//lab:breaks event-streams
//lab:also tokio@1/rt,time,net aws-smithy-runtime-api@1/client aws-smithy-types@1 futures-util@0.3
//! A stream of events goes out, each of them signed.

mod net;
mod probe;

use aws_sdk_transcribestreaming::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_transcribestreaming::primitives::Blob;
use aws_sdk_transcribestreaming::types::{
    error::AudioStreamError, AudioEvent, AudioStream, LanguageCode, MediaEncoding,
};
use aws_sdk_transcribestreaming::{Client, Config};

fn main() {
    probe::main(async {
        let net = net::Net::answering("");
        let config = Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("AKIDSTATIC", "SECRET", None, None, "lab"))
            .http_client(net.clone())
            .build();
        let event = || AudioStream::AudioEvent(AudioEvent::builder().audio_chunk(Blob::new("lab")).build());
        let events: Vec<Result<AudioStream, AudioStreamError>> = vec![Ok(event()), Ok(event())];
        let sent = Client::from_conf(config)
            .start_stream_transcription()
            .language_code(LanguageCode::EnUs)
            .media_sample_rate_hertz(8_000)
            .media_encoding(MediaEncoding::Pcm)
            .audio_stream(futures_util::stream::iter(events).into())
            .send()
            .await;
        let seen = net.seen();
        let Some(request) = seen.first() else {
            return Err(sent.err().map_or(("silent", "nothing was sent".to_owned()), |e| probe::chain(&e)));
        };
        if !request.authorization.contains("Credential=AKIDSTATIC/") {
            return Err(("silent", "the call is unsigned".to_owned()));
        }
        let times = |needle: &[u8]| request.body.windows(needle.len()).filter(|at| *at == needle).count();
        match (times(b"AudioEvent"), times(b":chunk-signature")) {
            (0, _) => Err(("silent", "no event was sent".to_owned())),
            (_, 0) => Err(("silent", "no frame carries a signature".to_owned())),
            // The end of the stream is a signed frame too.
            (events, signed) if signed > events => Ok(()),
            (events, signed) => Err(("silent", format!("{signed} signatures for {events} events"))),
        }
    });
}
