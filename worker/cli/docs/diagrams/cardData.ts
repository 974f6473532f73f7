import { type Diagram, defaults } from './render.ts'

/** The path of a card number, in the accent colour, and that of its token. */
export const cardData: Diagram = (palette) => {
  const { accent, line, muted } = palette
  const area = (name: string, label: string, nodes: string) =>
    `subgraph cluster_${name} { label="${label}" fontname=Helvetica fontsize=12 fontcolor="${muted}" color="${line}" style="rounded,dashed" margin=14 ${nodes} }`
  return `digraph { rankdir=LR ${defaults(palette)} compound=true
    ${area('browser', "the shopper's browser", 'frame [label="card frame\\nof the gateway"]; page [label="your page"]')}
    server [label="your server"]
    ${area('gateway', 'the gateway', 'tokens [label="tokens"]; payments [label="payments"]; vault [label="vault\\nencrypts and decrypts"]')}
    processor [label="processor"]
    frame -> tokens [label=" card " color="${accent}" penwidth=2]
    tokens -> vault [color="${accent}" penwidth=2 dir=both]
    vault -> payments [color="${accent}" penwidth=2]
    payments -> processor [label=" card " color="${accent}" penwidth=2]
    frame -> page [label=" token " style=dashed]
    page -> server [label=" token " style=dashed]
    server -> payments [label=" token, secret key " style=dashed]
  }`
}
