//! What stands around the chapters: pages with a table of contents, and one page for printing.

use pulldown_cmark::HeadingLevel;

use super::{
    MadeFile,
    book::{Book, Chapter},
    index::index,
    language::Language,
    render::{Heading, Place, Rendered, anchor, render},
};

/// The page with the index of commands.
const COMMANDS: &str = "commands.html";

/// The page with everything.
const PRINT: &str = "print.html";

/// All pages of a book, with links to those in other languages.
pub(crate) fn pages(book: &Book, books: &[Book]) -> Vec<MadeFile> {
    let on_pages = rendered(book, Place::OwnPage);
    let mut pages = Vec::new();
    for (idx, (chapter, rendered)) in book.chapters.iter().zip(&on_pages).enumerate() {
        let before = idx.checked_sub(1).and_then(|before| book.chapters.get(before));
        let steps = steps(before, book.chapters.get(idx + 1));
        let sections = format!("</h1>\n{}", sections(book.language, &rendered.headings));
        let inside = rendered.html.replacen("</h1>\n", &sections, 1) + &steps;
        pages.push((chapter.page(), page(book, books, &chapter.title, &chapter.page(), &inside)));
    }
    let commands = book.language.commands;
    let inside = format!("<h1>{commands}</h1>\n{}", index(book, &on_pages, Place::OwnPage));
    pages.push((COMMANDS.to_owned(), page(book, books, commands, COMMANDS, &inside)));
    pages.push((PRINT.to_owned(), print(book)));
    let folder = book.language.folder;
    pages.into_iter().map(|(path, text)| (format!("{folder}{path}"), text.into_bytes())).collect()
}

fn rendered(book: &Book, place: Place) -> Vec<Rendered> {
    book.chapters.iter().map(|chapter| render(chapter, place)).collect()
}

/// Text as it is written in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A page with the table of contents beside it, or behind a button where there is no room.
fn page(book: &Book, books: &[Book], title: &str, path: &str, inside: &str) -> String {
    let language = book.language;
    let mut contents = String::new();
    for chapter in &book.chapters {
        contents += &entry(&chapter.page(), &chapter.title, chapter.depth, path);
    }
    contents += &entry(COMMANDS, language.commands, 0, path);
    contents += &entry(PRINT, language.all_on_one_page, 0, path);
    if let Some(more) = language.more {
        contents += &entry(&format!("{}index.html", language.root), more, 0, path);
    }
    let list = format!("<ol>\n{contents}</ol>");
    let nav = format!(
        "<nav class=\"beside\" aria-label=\"{0}\">{list}</nav>\n\
         <details class=\"above\"><summary>{0}</summary><nav aria-label=\"{0}\">{list}</nav></details>",
        language.contents
    );
    let others: String = books
        .iter()
        .filter(|other| other.language.tag != language.tag)
        .map(|other| in_other_language(language, other, path))
        .collect();
    let body = format!(
        "<header><a href=\"index.html\">Brettwerk</a>{others}</header>\n{nav}\n<main>\n{inside}</main>"
    );
    document(language, title, "", &body)
}

/// A link from a page to the same page of another book, or to where that begins.
fn in_other_language(from: &Language, other: &Book, path: &str) -> String {
    let Language { tag, folder, name, .. } = other.language;
    let same = if path == COMMANDS || other.has(path) { path } else { "index.html" };
    let link = format!("{}{folder}{same}", from.root);
    format!(" <a class=\"language\" href=\"{link}\" hreflang=\"{tag}\" lang=\"{tag}\">{name}</a>")
}

fn entry(page: &str, title: &str, depth: usize, current: &str) -> String {
    let class = if depth == 0 { "" } else { " class=\"part\"" };
    let here = if page == current { " aria-current=\"page\"" } else { "" };
    format!("<li{class}><a href=\"{page}\"{here}>{}</a></li>\n", escaped(title))
}

/// The sections of a chapter that is long enough to need them.
fn sections(language: &Language, headings: &[Heading]) -> String {
    let main: Vec<_> = headings.iter().filter(|heading| heading.level == HeadingLevel::H2).collect();
    if main.len() < 3 {
        return String::new();
    }
    let links = main
        .iter()
        .map(|Heading { id, title, .. }| format!("<li><a href=\"#{id}\">{}</a></li>", escaped(title)));
    let label = language.sections;
    format!("<ul class=\"sections\" aria-label=\"{label}\">{}</ul>\n", links.collect::<String>())
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
    let Language { contents: contents_title, commands, cover, .. } = book.language;
    contents += &entry("#commands", commands, 0, "");
    let index = index(book, &rendered, Place::SharedPage);
    let body = format!(
        "<main>\n<div class=\"cover\"><p class=\"title\">Brettwerk</p><p>{cover} {}</p></div>\n\
         <nav aria-label=\"{contents_title}\"><p class=\"contents\">{contents_title}</p><ol>\n{contents}</ol></nav>\n\
         {inside}<section>\n<h1 id=\"commands\">{commands}</h1>\n{index}</section>\n</main>",
        env!("CARGO_PKG_VERSION"),
    );
    document(book.language, book.language.manual, " class=\"print\"", &body)
}

fn document(language: &Language, title: &str, attributes: &str, body: &str) -> String {
    let title = escaped(title);
    let Language { tag, root, .. } = language;
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} – Brettwerk</title>\n\
         <link rel=\"stylesheet\" href=\"{root}manual.css\">\n</head>\n<body{attributes}>\n{body}\n</body>\n</html>\n"
    )
}
