//! Binary messages of the original protocols: packets of Blokus and numbers of Connect Four.

use blokus::original::{ClientMessage, ClientSide, Packet, PacketBuffer, ServerMessage};
use connect4::original::{Layout, NumberBuffer, Peer};

/// Reads packets of the Blokus program and numbers of the Connect Four course.
///
/// # Panics
/// If it makes a difference in which pieces the bytes arrive, or a packet is not written as it was read.
pub fn packets(bytes: &[u8]) {
    let whole = read_packets(bytes, bytes.len().max(1));
    assert_eq!(whole, read_packets(bytes, 1), "packets do not depend on how they arrive");
    let mut player = ClientSide::default();
    for packet in &whole {
        if let Ok(message) = ClientMessage::read(packet) {
            let again = ClientMessage::read(&message.to_packet());
            assert_eq!(again.as_ref(), Ok(&message), "a message is written as it was read");
        }
        if let Ok(message) = ServerMessage::read(packet) {
            // Both forms can be written, whatever letters it has.
            let _ = (message.to_bytes(), message.to_latin_bytes());
        }
        if player.hear(packet).is_err() {
            player = ClientSide::default();
        }
    }
    for layout in [Layout::LowestFirst, Layout::HighestFirst, Layout::Byte, Layout::Text] {
        let mut buffer = NumberBuffer::new(layout);
        buffer.push(bytes);
        let (mut waiting, mut connecting) = (Peer::waiting(), Peer::connecting());
        while let Ok(Some(number)) = buffer.next_number() {
            // A peer that is told nonsense says so.
            let _ = (waiting.hear(number), connecting.hear(number));
        }
    }
}

/// All packets up to the first that is broken, from pieces of so many bytes.
fn read_packets(bytes: &[u8], piece: usize) -> Vec<Packet> {
    let mut buffer = PacketBuffer::default();
    let mut packets = Vec::new();
    for piece in bytes.chunks(piece) {
        buffer.push(piece);
        loop {
            match buffer.next_packet() {
                Ok(Some(packet)) => packets.push(packet),
                Ok(None) => break,
                Err(_) => return packets,
            }
        }
    }
    packets
}
