//! From the Markdown of a chapter to HTML.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::book::{Chapter, page_of};

/// How a translation writes links to the chapters and pictures of the original.
const ORIGINAL: &str = "../src/";

/// A chapter as HTML.
#[derive(Debug)]
pub(crate) struct Rendered {
    pub(crate) html: String,
    pub(crate) headings: Vec<Heading>,
    /// Commands of `brett` that it shows, each with the heading under which it stands.
    pub(crate) commands: BTreeMap<String, Option<usize>>,
}

/// A heading below the chapter's own.
#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) level: HeadingLevel,
}

/// Where the chapter will stand, which decides how links and anchors are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// On a page of its own.
    OwnPage,
    /// On one page with all others.
    SharedPage,
}

/// The anchor of a heading, which on a page with others begins with the name of its chapter.
pub(crate) fn anchor(place: Place, chapter: &str, id: &str) -> String {
    match place {
        Place::OwnPage => id.to_owned(),
        Place::SharedPage => format!("{chapter}--{id}"),
    }
}

/// Renders a chapter for a place.
pub(crate) fn render(chapter: &Chapter, place: Place) -> Rendered {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_FOOTNOTES;
    let mut events: Vec<_> = Parser::new_ext(&chapter.text, options).collect();
    let headings = name_headings(&mut events, chapter, place);
    let commands = commands(&events);
    for event in &mut events {
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
            *dest_url = target(dest_url, chapter, place).into();
        }
    }
    // Comments are for tests, and blocks of code know a language only.
    events.retain(|event| !matches!(event, Event::Html(text) if text.trim_start().starts_with("<!--")));
    let mut written = String::new();
    html::push_html(&mut written, events.into_iter());
    // The page allows no styles but those of its sheet.
    for side in ["left", "center", "right"] {
        written = written.replace(&format!(" style=\"text-align: {side}\""), &format!(" class=\"{side}\""));
    }
    // What is wider than a screen is moved there, and not the page.
    let written =
        written.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>");
    Rendered { html: written, headings, commands }
}

/// Gives every heading an anchor, and returns those below the chapter's own.
fn name_headings(events: &mut [Event<'_>], chapter: &Chapter, place: Place) -> Vec<Heading> {
    let mut used = BTreeMap::<String, usize>::new();
    let mut headings = Vec::new();
    for idx in 0..events.len() {
        let Event::Start(Tag::Heading { level, .. }) = events[idx] else { continue };
        let inside =
            events[idx + 1..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        let base = slug(&title);
        let n_before = used.entry(base.clone()).or_default();
        let id = if *n_before == 0 { base } else { format!("{base}-{n_before}") };
        *n_before += 1;
        if let Event::Start(Tag::Heading { id: slot, .. }) = &mut events[idx] {
            let name = match level {
                // The chapter's own heading is the chapter.
                HeadingLevel::H1 if place == Place::SharedPage => chapter.name.clone(),
                _ => anchor(place, &chapter.name, &id),
            };
            *slot = Some(CowStr::from(name));
        }
        if level != HeadingLevel::H1 {
            headings.push(Heading { id, title, level });
        }
    }
    headings
}

/// The anchor of a heading, as mdbook and the usual hosts of repositories write it.
fn slug(title: &str) -> String {
    let letters = title.to_lowercase();
    let letters =
        letters.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    letters.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Where a link leads in the manual.
fn target(link: &str, chapter: &Chapter, place: Place) -> String {
    let (path, id) = link.split_once('#').unwrap_or((link, ""));
    // From a translation to what is not translated.
    if let Some(path) = path.strip_prefix(ORIGINAL) {
        let page = path.strip_suffix(".md").map_or_else(|| path.to_owned(), page_of);
        return if id.is_empty() { format!("../{page}") } else { format!("../{page}#{id}") };
    }
    let name = match path.strip_suffix(".md") {
        Some(name) if !path.contains("://") => name.trim_start_matches("./"),
        None if path.is_empty() => &chapter.name,
        _ => return link.to_owned(),
    };
    match place {
        Place::OwnPage if path.is_empty() => link.to_owned(),
        Place::OwnPage if id.is_empty() => page_of(name),
        Place::OwnPage => format!("{}#{id}", page_of(name)),
        Place::SharedPage if id.is_empty() => format!("#{name}"),
        Place::SharedPage => format!("#{}", anchor(place, name, id)),
    }
}

/// The commands of `brett` in the code of a chapter, each with the number of the first heading under which it stands.
fn commands(events: &[Event<'_>]) -> BTreeMap<String, Option<usize>> {
    let mut found = BTreeMap::new();
    let (mut heading, mut in_code) = (None, false);
    for event in events {
        match event {
            Event::Start(Tag::Heading { level, .. }) if *level != HeadingLevel::H1 => {
                heading = Some(heading.map_or(0, |number| number + 1));
            }
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Code(text) => note(text, heading, &mut found),
            Event::Text(text) if in_code => text.lines().for_each(|line| note(line, heading, &mut found)),
            _ => {}
        }
    }
    found
}

/// Notes the command that a line of code begins with, after the sign of a prompt.
fn note(code: &str, heading: Option<usize>, found: &mut BTreeMap<String, Option<usize>>) {
    let code = code.trim_start_matches("$ ");
    let word =
        code.strip_prefix("brett ").and_then(|rest| rest.split_whitespace().next()).unwrap_or_default();
    let is_command = word.starts_with(|letter: char| letter.is_ascii_lowercase())
        && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-');
    if is_command {
        found.entry(word.to_owned()).or_insert(heading);
    }
}
