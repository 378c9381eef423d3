/** A task, drawn from its tree: everything in it is text. */
import type { Block, Inline } from '../markdown.ts';
import { parseMarkdown } from '../markdown.ts';
import { useMemo } from 'preact/hooks';

export function TaskView({ title, text }: { title: string; text: string }) {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <article class="ed-task" aria-label={`Task: ${title}`} tabIndex={0} data-testid="task">
      <h2>{title}</h2>
      <Blocks blocks={blocks} />
    </article>
  );
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, i) => (
      <OneBlock key={i} block={block} />
    ))}
  </>
);

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      // the title of the task is the only heading above them
      return block.level <= 2 ? (
        <h3>
          <Line content={block.content} />
        </h3>
      ) : (
        <h4>
          <Line content={block.content} />
        </h4>
      );
    case 'paragraph':
      return (
        <p>
          <Line content={block.content} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, i) => (
        <li key={i}>
          <Blocks blocks={item} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <div class="ed-task-table" tabIndex={0} role="group" aria-label="table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, i) => (
                  <th key={i} scope="col">
                    <Line content={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, r) => (
                <tr key={r}>
                  {row.map((cell, i) => (
                    <td key={i}>
                      <Line content={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

const Line = ({ content }: { content: readonly Inline[] }) => (
  <>
    {content.map((part, i) => (
      <OnePart key={i} part={part} />
    ))}
  </>
);

function OnePart({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return (
        <strong>
          <Line content={part.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Line content={part.content} />
        </em>
      );
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          <Line content={part.content} />
        </a>
      );
    default:
      return <>{part.text}</>;
  }
}
