//! The index of commands: where the book shows each of them.

use std::collections::BTreeMap;

use super::{
    book::{Book, Chapter},
    layout::escaped,
    render::{Place, Rendered, anchor},
};

/// The index as HTML; a link leads to the heading under which a chapter shows a command first.
pub(crate) fn index(book: &Book, rendered: &[Rendered], place: Place) -> String {
    let mut found = BTreeMap::<&str, Vec<String>>::new();
    for (chapter, rendered) in book.chapters.iter().zip(rendered) {
        for (command, heading) in &rendered.commands {
            found.entry(command).or_default().push(mention(chapter, rendered, *heading, place));
        }
    }
    let lines = found.into_iter().map(|(command, mentions)| {
        format!("<dt><code>brett {command}</code></dt><dd>{}</dd>\n", mentions.join(" · "))
    });
    format!("<dl class=\"commands\">\n{}</dl>\n", lines.collect::<String>())
}

fn mention(chapter: &Chapter, rendered: &Rendered, heading: Option<usize>, place: Place) -> String {
    let heading = heading.and_then(|number| rendered.headings.get(number));
    let id = heading.map(|heading| anchor(place, &chapter.name, &heading.id));
    let link = match (place, id) {
        (Place::OwnPage, None) => chapter.page(),
        (Place::OwnPage, Some(id)) => format!("{}#{id}", chapter.page()),
        (Place::SharedPage, id) => format!("#{}", id.as_ref().unwrap_or(&chapter.name)),
    };
    format!("<a href=\"{link}\">{}</a>", escaped(&chapter.title))
}
