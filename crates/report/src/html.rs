//! Pages: one HTML file that needs nothing else. They are written so that an XML parser reads
//! them too.

use crate::plot;
use tilewright_render::adaptive_style;
pub(crate) use tilewright_render::escape;

/// The style of all pages.
const STYLE: &str = include_str!("page.css");

/// A whole page around its contents.
pub(crate) fn page(title: &str, subtitle: &str, contents: &str) -> String {
    let mut page = String::with_capacity(contents.len() + 16_384);
    let (title, subtitle) = (escape(title), escape(subtitle));
    page.push_str(&format!("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n<title>{title}</title>\n<style>\n{}{}{}</style>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n\
         <header class=\"top\"><span class=\"brand\">Tilewright</span></header>\n\
         <main id=\"main\">\n<h1>{title}</h1>\n<p class=\"lead\">{subtitle}</p>\n{contents}</main>\n</body>\n</html>\n",
        STYLE,
        plot::STYLE,
        adaptive_style(),));
    page
}

/// A picture as part of a page: the name space is HTML's own business, and nothing of a page looks
/// like an address.
pub(crate) fn inline(svg: &str) -> String {
    svg.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1)
}

/// A picture of a board. One that may be wider than its place can be moved with the keyboard.
pub(crate) fn figure(class: &str, scrolls: bool, svg: &str) -> String {
    match scrolls {
        true => format!(
            "<figure class=\"{class}\" tabindex=\"0\" role=\"region\" aria-label=\"The board, layer by layer\">{svg}</figure>"
        ),
        false => format!("<figure class=\"{class}\">{svg}</figure>"),
    }
}

/// A table: a caption, heads, and rows of cells. Cells are HTML; columns whose head begins with
/// `#` hold numbers.
pub(crate) fn table(caption: &str, heads: &[&str], rows: &[(String, Vec<String>)]) -> String {
    let mut out = String::from("<div class=\"scroll\" tabindex=\"0\" role=\"region\"");
    out.push_str(&format!(
        " aria-label=\"{0}\"><table><caption>{0}</caption><thead><tr>",
        escape(caption)
    ));
    let numeric: Vec<bool> = heads.iter().map(|head| head.starts_with('#')).collect();
    for head in heads {
        let class = if head.starts_with('#') { " class=\"num\"" } else { "" };
        let head = escape(head.trim_start_matches('#'));
        out.push_str(&format!("<th scope=\"col\"{class}>{head}</th>"));
    }
    out.push_str("</tr></thead><tbody>");
    for (class, cells) in rows {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        out.push_str(&format!("<tr{class}>"));
        for (place, cell) in cells.iter().enumerate() {
            let number = numeric.get(place).copied().unwrap_or(false);
            let number = if number { " class=\"num\"" } else { "" };
            if place == 0 {
                out.push_str(&format!("<th scope=\"row\"{number}>{cell}</th>"));
            } else {
                out.push_str(&format!("<td{number}>{cell}</td>"));
            }
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></div>\n");
    out
}

/// A card: a heading and its contents.
pub(crate) fn card(level: u8, heading: &str, class: &str, contents: &str) -> String {
    format!(
        "<section class=\"card {class}\"><h{level}>{}</h{level}>\n{contents}</section>\n",
        escape(heading)
    )
}
