//lab:needs aws-sdk-transcribestreaming aws-smithy-http
//lab:breaks compile
//lab:check
//lab:features aws-smithy-http/event-stream
//! A sender of the shared crate goes into a client.

use aws_sdk_transcribestreaming::operation::start_stream_transcription::builders::StartStreamTranscriptionFluentBuilder;
use aws_sdk_transcribestreaming::types::{error::AudioStreamError, AudioStream};

fn main() {}

pub fn send(
    call: StartStreamTranscriptionFluentBuilder,
    audio: aws_smithy_http::event_stream::EventStreamSender<AudioStream, AudioStreamError>,
) -> StartStreamTranscriptionFluentBuilder {
    call.audio_stream(audio)
}
