import { raw } from 'hono/html'

/** On narrow screens each transaction is a card with labelled rows. */
export const pageStyles = raw(`
  :root {
    color-scheme: light dark;
    --text: light-dark(#1c2330, #e6e9ef);
    --muted: light-dark(#5b6577, #9aa5b8);
    --page: light-dark(#f6f7f9, #12151b);
    --surface: light-dark(#ffffff, #1b2029);
    --line: light-dark(#dde1e8, #303846);
    --good: light-dark(#0b6b3a, #7ddba5);
    --bad: light-dark(#a3262b, #ff9c9c);
  }
  body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.6rem; line-height: 1.2; }
  h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
  code, dt { font: 0.9em ui-monospace, monospace; }
  dl { margin: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
  dl div { display: grid; align-items: baseline; grid-template-columns: 16rem 1fr; gap: 0 1rem; padding: 0.5rem 0.75rem; }
  dl div + div, tbody tr + tr { border-top: 1px solid var(--line); }
  dd { margin: 0; color: var(--muted); overflow-wrap: anywhere; }
  table { width: 100%; border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); font-size: 0.9rem; }
  th, td { padding: 0.5rem 0.6rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
  th { color: var(--muted); font-weight: 600; border-bottom: 1px solid var(--line); }
  .amount { font-variant-numeric: tabular-nums; white-space: nowrap; }
  .complete, .pendingsettlement { color: var(--good); }
  .failed, .canceled { color: var(--bad); }
  @media (max-width: 48rem) {
    dl div { grid-template-columns: 1fr; }
    thead { display: none; }
    tbody tr { display: block; padding: 0.5rem 0; }
    td { display: grid; grid-template-columns: 7rem 1fr; padding: 0.15rem 0.75rem; }
    td::before { content: attr(data-label); color: var(--muted); }
  }
`)
