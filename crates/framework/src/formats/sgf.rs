//! The syntax of the Smart Game Format, for the games that use it: `(;FF[4]GM[6];B[31hefe](;W[…])(;W[…]))`.
//!
//! A text holds one tree after the other. Of each tree the main line is read, which is the first branch everywhere: all
//! nodes before the first closing parenthesis. The other branches are counted.

use std::fmt::{self, Write as _};

use super::FormatError;

/// What to do about a text that is no tree.
const REMEDY: &str = "copy the whole file, from \"(;\" to the last \")\"";

/// The main line of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tree {
    /// The nodes in order; the first one tells about the whole game.
    pub nodes: Vec<Node>,
    /// How many branches beside the main line there are.
    pub n_variations: usize,
}

impl Tree {
    /// The first value of a property of the first node.
    #[must_use]
    pub fn root(&self, key: &str) -> Option<&str> {
        self.nodes.first().and_then(|node| node.value(key))
    }
}

/// A node: usually a move, with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node(pub Vec<Property>);

impl Node {
    /// The first value of a property.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|property| property.key == key)?.values.first().map(String::as_str)
    }

    /// Adds a property with one value.
    pub fn push(&mut self, key: &str, value: impl Into<String>) {
        self.0.push(Property { line: 0, key: key.to_owned(), values: vec![value.into()] });
    }
}

/// A property with its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The line in which it stands, from 1.
    pub line: usize,
    /// Its name, in capital letters and digits.
    pub key: String,
    /// Its values, at least one, as they are meant: without the characters that protect others.
    pub values: Vec<String>,
}

/// Reads the trees of a text. After an error nothing more is read, for nobody knows where the next tree begins.
pub fn trees(text: &str) -> impl Iterator<Item = Result<Tree, FormatError>> {
    let mut cursor = Cursor { rest: text, line: 1 };
    let mut n_read = 0;
    let mut is_over = false;
    std::iter::from_fn(move || {
        if is_over {
            return None;
        }
        let found = cursor.find_tree();
        if !found {
            is_over = true;
            let problem = "there is no tree in this text";
            return (n_read == 0).then(|| Err(FormatError::new(problem, REMEDY)));
        }
        n_read += 1;
        let tree = cursor.tree();
        is_over = tree.is_err();
        Some(tree)
    })
}

/// Tells whether a text begins with a tree, and what its property `GM` says.
#[must_use]
pub fn game_of(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let mut cursor = Cursor { rest: &head, line: 1 };
    if !cursor.find_tree() {
        return None;
    }
    cursor.advance(2);
    loop {
        match cursor.property() {
            Ok(Some(property)) if property.key == "GM" => return property.values.into_iter().next(),
            Ok(Some(_)) => {}
            _ => return Some(String::new()),
        }
    }
}

/// What is still to be read.
struct Cursor<'a> {
    rest: &'a str,
    line: usize,
}

impl Cursor<'_> {
    /// Moves on to a parenthesis that is followed by a semicolon.
    fn find_tree(&mut self) -> bool {
        while let Some(at) = self.rest.find('(') {
            self.advance(at);
            if self.rest[1..].trim_start().starts_with(';') {
                return true;
            }
            self.advance(1);
        }
        false
    }

    fn advance(&mut self, n_bytes: usize) {
        let (read, rest) = self.rest.split_at(n_bytes);
        self.line += read.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
    }

    fn skip_spaces(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start().len());
    }

    fn tree(&mut self) -> Result<Tree, FormatError> {
        let mut tree = Tree::default();
        let (mut depth, mut is_main) = (0_usize, true);
        loop {
            self.skip_spaces();
            match self.rest.bytes().next() {
                None => return Err(self.wrong("the text ends before the last \")\"")),
                Some(b'(') => {
                    self.advance(1);
                    tree.n_variations += usize::from(!is_main);
                    depth += 1;
                }
                Some(b')') => {
                    self.advance(1);
                    is_main = false;
                    depth -= 1;
                    if depth == 0 {
                        return Ok(tree);
                    }
                }
                Some(b';') => {
                    self.advance(1);
                    let mut node = Node::default();
                    while let Some(property) = self.property()? {
                        node.0.push(property);
                    }
                    if is_main {
                        tree.nodes.push(node);
                    }
                }
                Some(_) => return Err(self.wrong("a node begins with \";\"")),
            }
        }
    }

    /// The next property of a node; `None` at its end.
    fn property(&mut self) -> Result<Option<Property>, FormatError> {
        self.skip_spaces();
        let len = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if len == 0 {
            return Ok(None);
        }
        let line = self.line;
        // The first version of the format wrote small letters into names, which mean nothing.
        let key = self.rest[..len].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        self.advance(len);
        let mut values = Vec::new();
        loop {
            self.skip_spaces();
            if !self.rest.starts_with('[') {
                break;
            }
            self.advance(1);
            values.push(self.property_value()?);
        }
        match values.is_empty() {
            true => Err(self.wrong(&format!("the property {key} has no value"))),
            false => Ok(Some(Property { line, key, values })),
        }
    }

    fn property_value(&mut self) -> Result<String, FormatError> {
        let mut value = String::new();
        let mut symbols = self.rest.char_indices();
        while let Some((idx, symbol)) = symbols.next() {
            match symbol {
                ']' => {
                    self.advance(idx + 1);
                    return Ok(value);
                }
                '\\' => match symbols.next() {
                    // A protected end of line is none.
                    Some((_, '\n' | '\r')) | None => {}
                    Some((_, symbol)) => value.push(symbol),
                },
                '\r' => {}
                _ => value.push(symbol),
            }
        }
        Err(self.wrong("a \"]\" is missing"))
    }

    fn wrong(&self, problem: &str) -> FormatError {
        FormatError::new(problem, REMEDY).at_line(self.line)
    }
}

/// Writes a tree of one line, a node after the other.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('(')?;
        for (idx, node) in self.nodes.iter().enumerate() {
            if 0 < idx {
                f.write_char('\n')?;
            }
            write!(f, ";{node}")?;
        }
        f.write_str(")\n")
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|property| property.fmt(f))
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        for value in &self.values {
            f.write_char('[')?;
            for symbol in value.chars() {
                if matches!(symbol, ']' | '\\') {
                    f.write_char('\\')?;
                }
                f.write_char(symbol)?;
            }
            f.write_char(']')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Tree {
        let read: Vec<_> = trees(text).collect::<Result<_, _>>().expect("a tree");
        let [tree] = read.try_into().expect("one tree");
        tree
    }

    #[test]
    fn the_main_line_is_the_first_branch_and_others_are_counted() {
        let tree = one(
            "From a mail (see below):\n(;FF[4]C[root](;B[a];W[b](;B[c])(;B[d];W[e]))(;B[f](;W[g])(;W[h])))",
        );
        let moves: Vec<_> = tree.nodes.iter().skip(1).map(Node::to_string).collect();
        assert_eq!(moves, ["B[a]", "W[b]", "B[c]"]);
        assert_eq!(tree.n_variations, 4);
        assert_eq!(tree.root("C"), Some("root"));
    }

    #[test]
    fn values_are_read_as_they_are_meant_and_protected_when_written() {
        let tree = one("(;C[a \\] b \\\\ c\\\nd]LB [aa:1]\n[bb:2]GameName[old])");
        assert_eq!(tree.root("C"), Some("a ] b \\ cd"));
        assert_eq!(tree.nodes[0].0[1].values, ["aa:1", "bb:2"]);
        assert_eq!(tree.nodes[0].0[1].line, 2);
        assert_eq!(one(&tree.to_string()).to_string(), tree.to_string());
    }

    #[test]
    fn what_is_no_tree_is_refused_with_its_line() {
        for (text, problem) in [
            ("hello", "there is no tree in this text"),
            ("(;B[a]", "line 1: the text ends before the last \")\""),
            ("(;\nB[a", "line 2: a \"]\" is missing"),
            ("(;\n\nB)", "line 3: the property B has no value"),
            ("(;B[a] =)", "line 1: a node begins with \";\""),
        ] {
            let error = trees(text).last().expect("an answer").expect_err(text).to_string();
            assert!(error.starts_with(problem), "{text}: {error}");
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        let text = "(;".repeat(100_000) + &")".repeat(100_000);
        assert_eq!(one(&text).nodes.len(), 100_000);
    }
}
