//! What stands around the chapters: pages with a table of contents, and one page for printing.

use pulldown_cmark::HeadingLevel;

use super::{
    MadeFile,
    book::{Book, Chapter},
    index::index,
    render::{Heading, Place, Rendered, anchor, render},
};

/// The page with the index of commands.
const COMMANDS: &str = "commands.html";

/// The page with everything.
const PRINT: &str = "print.html";

/// All pages of the book.
pub(crate) fn pages(book: &Book) -> Vec<MadeFile> {
    let on_pages = rendered(book, Place::OwnPage);
    let mut pages = Vec::new();
    for (idx, (chapter, rendered)) in book.chapters.iter().zip(&on_pages).enumerate() {
        let before = idx.checked_sub(1).and_then(|before| book.chapters.get(before));
        let steps = steps(before, book.chapters.get(idx + 1));
        let sections = format!("</h1>\n{}", sections(&rendered.headings));
        let inside = rendered.html.replacen("</h1>\n", &sections, 1) + &steps;
        pages.push((chapter.page(), page(book, &chapter.title, &chapter.page(), &inside)));
    }
    let inside = format!("<h1>Commands</h1>\n{}", index(book, &on_pages, Place::OwnPage));
    pages.push((COMMANDS.to_owned(), page(book, "Commands", COMMANDS, &inside)));
    pages.push((PRINT.to_owned(), print(book)));
    pages.into_iter().map(|(path, text)| (path, text.into_bytes())).collect()
}

fn rendered(book: &Book, place: Place) -> Vec<Rendered> {
    book.chapters.iter().map(|chapter| render(chapter, place)).collect()
}

/// Text as it is written in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A page with the table of contents beside it, or behind a button where there is no room.
fn page(book: &Book, title: &str, path: &str, inside: &str) -> String {
    let mut contents = String::new();
    for chapter in &book.chapters {
        contents += &entry(&chapter.page(), &chapter.title, chapter.depth, path);
    }
    contents += &entry(COMMANDS, "Commands", 0, path);
    contents += &entry(PRINT, "All on one page", 0, path);
    let list = format!("<ol>\n{contents}</ol>");
    let nav = format!(
        "<nav class=\"beside\" aria-label=\"Contents\">{list}</nav>\n\
         <details class=\"above\"><summary>Contents</summary><nav aria-label=\"Contents\">{list}</nav></details>"
    );
    let body =
        format!("<header><a href=\"index.html\">Brettwerk</a></header>\n{nav}\n<main>\n{inside}</main>");
    document(title, "", &body)
}

fn entry(page: &str, title: &str, depth: usize, current: &str) -> String {
    let class = if depth == 0 { "" } else { " class=\"part\"" };
    let here = if page == current { " aria-current=\"page\"" } else { "" };
    format!("<li{class}><a href=\"{page}\"{here}>{}</a></li>\n", escaped(title))
}

/// The sections of a chapter that is long enough to need them.
fn sections(headings: &[Heading]) -> String {
    let main: Vec<_> = headings.iter().filter(|heading| heading.level == HeadingLevel::H2).collect();
    if main.len() < 3 {
        return String::new();
    }
    let links = main
        .iter()
        .map(|Heading { id, title, .. }| format!("<li><a href=\"#{id}\">{}</a></li>", escaped(title)));
    format!("<ul class=\"sections\" aria-label=\"Sections\">{}</ul>\n", links.collect::<String>())
}

/// The way to the chapters before and after.
fn steps(before: Option<&Chapter>, after: Option<&Chapter>) -> String {
    let link = |chapter: Option<&Chapter>, rel: &str, arrow: &str| {
        let link = |chapter: &Chapter| {
            let title = escaped(&chapter.title);
            format!("<a rel=\"{rel}\" href=\"{}\">{}</a>", chapter.page(), arrow.replace('_', &title))
        };
        chapter.map(link).unwrap_or_default()
    };
    format!("<footer>{}{}</footer>\n", link(before, "prev", "← _"), link(after, "next", "_ →"))
}

/// All chapters one after the other.
fn print(book: &Book) -> String {
    let rendered = rendered(book, Place::SharedPage);
    let mut contents = String::new();
    let mut inside = String::new();
    for (chapter, rendered) in book.chapters.iter().zip(&rendered) {
        contents += &entry(&format!("#{}", chapter.name), &chapter.title, chapter.depth, "");
        let sections = rendered.headings.iter().filter(|heading| heading.level == HeadingLevel::H2);
        for section in sections {
            let link = anchor(Place::SharedPage, &chapter.name, &section.id);
            contents +=
                &format!("<li class=\"section\"><a href=\"#{link}\">{}</a></li>\n", escaped(&section.title));
        }
        inside += &format!("<section>\n{}</section>\n", rendered.html);
    }
    contents += &entry("#commands", "Commands", 0, "");
    let index = index(book, &rendered, Place::SharedPage);
    let body = format!(
        "<main>\n<div class=\"cover\"><p class=\"title\">Brettwerk</p><p>The manual of version {}</p></div>\n\
         <nav aria-label=\"Contents\"><p class=\"contents\">Contents</p><ol>\n{contents}</ol></nav>\n\
         {inside}<section>\n<h1 id=\"commands\">Commands</h1>\n{index}</section>\n</main>",
        env!("CARGO_PKG_VERSION"),
    );
    document("Manual", " class=\"print\"", &body)
}

fn document(title: &str, attributes: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} – Brettwerk</title>\n\
         <link rel=\"stylesheet\" href=\"manual.css\">\n</head>\n<body{attributes}>\n{body}\n</body>\n</html>\n"
    )
}
