//! The languages of the manual: where their chapters are, and the words around them.

/// A language in which the manual, or the part of it that players read, is written.
#[derive(Debug)]
pub(crate) struct Language {
    /// What HTML calls it.
    pub(crate) tag: &'static str,
    /// The folder of its chapters, below `docs`.
    pub(crate) sources: &'static str,
    /// The folder of its pages, below the address of the manual.
    pub(crate) folder: &'static str,
    /// The way from its pages to where the manual begins.
    pub(crate) root: &'static str,
    /// What it calls itself.
    pub(crate) name: &'static str,
    pub(crate) contents: &'static str,
    pub(crate) commands: &'static str,
    pub(crate) all_on_one_page: &'static str,
    pub(crate) sections: &'static str,
    pub(crate) manual: &'static str,
    /// The line of the cover, before the version.
    pub(crate) cover: &'static str,
    /// The entry of the contents that leads to chapters that are written in the other language alone.
    pub(crate) more: Option<&'static str>,
}

/// All of them; the first one has every chapter and all pictures.
pub(crate) const LANGUAGES: [Language; 2] = [
    Language {
        tag: "en",
        sources: "src",
        folder: "",
        root: "",
        name: "English",
        contents: "Contents",
        commands: "Commands",
        all_on_one_page: "All on one page",
        sections: "Sections",
        manual: "Manual",
        cover: "The manual of version",
        more: None,
    },
    Language {
        tag: "de",
        sources: "de",
        folder: "de/",
        root: "../",
        name: "Deutsch",
        contents: "Inhalt",
        commands: "Befehle",
        all_on_one_page: "Alles auf einer Seite",
        sections: "Abschnitte",
        manual: "Handbuch",
        cover: "Das Handbuch zu Version",
        more: Some("Weitere Kapitel (auf Englisch)"),
    },
];
