//! What the server signs, draws and hides.

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac as _};
use protocol::{Person, UserId};
use sha2::Sha256;
use tables::world::World;

/// The alphabet of ids and invitations: no letters that are easily confused.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The key with which the server signs. It is drawn at the first start and kept in the store.
#[derive(Clone)]
pub(crate) struct Key([u8; 32]);

impl Key {
    pub(crate) fn new(drawn: [u64; 4]) -> Self {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(drawn) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        Self(bytes)
    }

    pub(crate) fn to_text(&self) -> String {
        HEXLOWER.encode(&self.0)
    }

    pub(crate) fn from_text(text: &str) -> Option<Self> {
        HEXLOWER.decode(text.as_bytes()).ok()?.try_into().ok().map(Self)
    }

    fn mac(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("every length of key is fine");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }

    /// What is kept instead of a table's password.
    pub(crate) fn hidden(&self, password: &str) -> String {
        HEXLOWER.encode(&self.mac("table password", password).finalize().into_bytes())
    }

    /// The id of a guest who comes by an original protocol and gives a password.
    pub(crate) fn guest_of_original(&self, name: &str, password: &str) -> String {
        let text = format!("{name}\0{password}");
        HEXLOWER.encode(&self.mac("guest of original", &text).finalize().into_bytes()[..16])
    }

    /// A word of `length` letters that nobody can guess and that is the same for the same text, such as the name of
    /// what a command makes, which has to be found again when the command is repeated.
    pub(crate) fn word(&self, purpose: &str, text: &str, length: usize) -> String {
        let bytes = self.mac(purpose, text).finalize().into_bytes();
        bytes.iter().take(length).map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).collect()
    }

    /// A cookie that says who a guest is, and that nobody else can make.
    pub(crate) fn sign_guest(&self, id: &UserId) -> String {
        format!("{id}.{}", self.sign("guest", id.as_str()))
    }

    /// The guest of a cookie; `None` if it was not made here.
    pub(crate) fn guest(&self, cookie: &str) -> Option<Person> {
        let (id, signature) = cookie.split_once('.')?;
        let id: UserId = id.parse().ok()?;
        self.has_signed("guest", id.as_str(), signature).then(|| guest(id))
    }

    fn sign(&self, purpose: &str, text: &str) -> String {
        HEXLOWER.encode(&self.mac(purpose, text).finalize().into_bytes())
    }

    /// Tells whether a signature is that of a text, in a time that does not depend on where they differ.
    fn has_signed(&self, purpose: &str, text: &str, signature: &str) -> bool {
        HEXLOWER
            .decode(signature.as_bytes())
            .is_ok_and(|bytes| self.mac(purpose, text).verify_slice(&bytes).is_ok())
    }

    /// A cookie that says that the owner of an account has logged in from a device, and that nobody else can make.
    pub(crate) fn sign_device(&self, owner: &UserId, device: &str) -> String {
        let text = format!("{owner}.{device}");
        let signature = self.sign("device", &text);
        format!("{text}.{signature}")
    }

    /// The owner and the device of such a cookie; `None` if it was not made here.
    pub(crate) fn device(&self, cookie: &str) -> Option<(UserId, String)> {
        let (text, signature) = cookie.rsplit_once('.')?;
        let (owner, device) = text.split_once('.')?;
        let owner: UserId = owner.parse().ok()?;
        self.has_signed("device", text, signature).then(|| (owner, device.to_owned()))
    }
}

/// A word of `length` random letters, five bits each.
pub(crate) fn word(world: &impl World, length: usize) -> String {
    word_from(|| world.random(), length)
}

/// A word of `length` letters from random bits, five each.
pub(crate) fn word_from(random: impl Fn() -> u64, length: usize) -> String {
    let mut word = String::with_capacity(length);
    while word.len() < length {
        let mut bits = random();
        for _ in 0..12.min(length - word.len()) {
            word.push(char::from(ALPHABET[(bits & 31) as usize]));
            bits >>= 5;
        }
    }
    word
}

const ADJECTIVES: [&str; 32] = [
    "Amber", "Ashen", "Azure", "Bold", "Brisk", "Calm", "Clever", "Copper", "Coral", "Daring", "Dusky",
    "Eager", "Fabled", "Gentle", "Gilded", "Hasty", "Hidden", "Ivory", "Jolly", "Keen", "Lucky", "Merry",
    "Mellow", "Nimble", "Patient", "Quiet", "Rapid", "Silver", "Steady", "Sunny", "Velvet", "Wary",
];
const ANIMALS: [&str; 32] = [
    "Badger", "Beaver", "Bison", "Crane", "Curlew", "Dormouse", "Egret", "Falcon", "Ferret", "Finch",
    "Gecko", "Heron", "Ibex", "Jackdaw", "Kestrel", "Lark", "Lynx", "Marten", "Newt", "Otter", "Owl",
    "Plover", "Quail", "Raven", "Robin", "Salmon", "Stoat", "Swift", "Tern", "Viper", "Vole", "Wren",
];

/// The guest of an id. The name follows from the id, so nothing has to be kept for it.
pub(crate) fn guest(id: UserId) -> Person {
    let hash = id.as_str().bytes().fold(14_695_981_039_346_656_037_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    });
    let pick = |list: &[&'static str; 32], shift: u32| list[(hash >> shift & 31) as usize];
    let name = format!("{} {} {}", pick(&ADJECTIVES, 7), pick(&ANIMALS, 19), (hash >> 31) % 900 + 100);
    Person::guest(id, name)
}

/// A new guest.
pub(crate) fn new_guest(world: &impl World) -> Person {
    guest(word(world, 20).parse().expect("the alphabet is that of ids"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Key {
        Key::new([1, 2, 3, 4])
    }

    #[test]
    fn a_cookie_is_only_good_as_it_was_signed() {
        let id: UserId = "abc".parse().unwrap();
        let cookie = key().sign_guest(&id);
        assert_eq!(key().guest(&cookie), Some(guest(id)));
        assert_eq!(Key::new([1, 2, 3, 5]).guest(&cookie), None);
        for forged in
            [cookie.replacen('a', "b", 1), cookie[..20].to_owned(), "abc.".to_owned(), "é.é".to_owned()]
        {
            assert_eq!(key().guest(&forged), None, "{forged}");
        }
    }

    #[test]
    fn a_device_is_only_known_as_it_was_signed() {
        let owner: UserId = "anna".parse().unwrap();
        let cookie = key().sign_device(&owner, "laptop");
        assert_eq!(key().device(&cookie), Some((owner.clone(), "laptop".to_owned())));
        assert_eq!(Key::new([1, 2, 3, 5]).device(&cookie), None);
        let guest = key().sign_guest(&owner);
        for forged in
            [&cookie.replacen("anna", "bert", 1), &cookie.replacen("laptop", "phone", 1), &guest, "", "é.é.é"]
        {
            assert_eq!(key().device(forged), None, "{forged}");
        }
    }

    #[test]
    fn a_key_survives_as_text() {
        let text = key().to_text();
        assert_eq!(Key::from_text(&text).map(|key| key.to_text()), Some(text));
        assert!(Key::from_text("00").is_none());
        assert!(Key::from_text("é").is_none());
    }
}
