//! The files of the page.

/// The page itself.
const PAGE: &str = "/index.html";

/// Where the build puts what has a hash in its name.
const HASHED: &str = "/assets/";

/// A file, as it is and compressed.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) path: &'static str,
    /// Changes whenever the file does; with its quotes.
    pub(crate) etag: &'static str,
    pub(crate) plain: &'static [u8],
    pub(crate) brotli: Option<&'static [u8]>,
    pub(crate) gzip: Option<&'static [u8]>,
}

static FILES: &[File] = &include!(concat!(env!("OUT_DIR"), "/files.rs"));

impl File {
    /// The file at a path that begins with a slash.
    pub(crate) fn at(path: &str) -> Option<&'static Self> {
        FILES.iter().find(|file| file.path == path)
    }

    /// The page itself.
    pub(crate) fn page() -> &'static Self {
        Self::at(PAGE).expect("the build writes a page, or a placeholder for it")
    }

    /// All files.
    #[cfg(test)]
    pub(crate) const fn all() -> &'static [Self] {
        FILES
    }

    /// Whether another content would have another name.
    pub(crate) fn is_hashed(&self) -> bool {
        self.path.starts_with(HASHED)
    }

    /// What browsers take it for.
    pub(crate) fn media_type(&self) -> &'static str {
        match self.path.rsplit('.').next().unwrap_or_default() {
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "ico" => "image/x-icon",
            "js" => "text/javascript; charset=utf-8",
            "json" => "application/json",
            "png" => "image/png",
            "svg" => "image/svg+xml",
            "txt" => "text/plain; charset=utf-8",
            "webmanifest" => "application/manifest+json",
            "woff2" => "font/woff2",
            _ => "application/octet-stream",
        }
    }

    /// The smallest form that a client understands, and the name of its encoding.
    pub(crate) fn encoded_for(&self, accepted: &str) -> (&'static [u8], Option<&'static str>) {
        let forms = [("br", self.brotli), ("gzip", self.gzip)];
        let chosen = forms
            .into_iter()
            .find_map(|(name, form)| Some((form?, name)).filter(|_| accepts(accepted, name)));
        match chosen {
            Some((bytes, name)) => (bytes, Some(name)),
            None => (self.plain, None),
        }
    }
}

/// Tells whether a header `Accept-Encoding` allows an encoding.
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let is_it = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        let is_refused =
            parts.any(|part| matches!(part.strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000")));
        is_it && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoding_is_used_only_where_it_is_wanted() {
        assert!(accepts("gzip, deflate, br, zstd", "br"));
        assert!(accepts("gzip;q=0.8, BR", "br"));
        assert!(!accepts("gzip", "br"));
        assert!(!accepts("br;q=0, gzip", "br"));
        assert!(!accepts("", "gzip"));
    }

    #[test]
    fn every_file_has_a_type_and_its_own_path() {
        for file in File::all() {
            assert_ne!(file.media_type(), "application/octet-stream", "{}", file.path);
            assert_eq!(File::at(file.path).map(|found| found.etag), Some(file.etag));
        }
    }
}
