/** An element whose end has not come yet. */
export interface OpenElement {
  readonly name: string;
  /** Whether it is a block, through which the end tag of an inline element does not reach. */
  readonly isBlock: boolean;
}

/**
 * The open elements of a document that may leave out, double or cross its end tags. All operations
 * together take time in proportion to the number of elements.
 */
interface ElementStack<Element extends OpenElement> {
  push(element: Element): void;
  readonly top: Element | undefined;
  /** The innermost open block. */
  readonly block: Element | undefined;
  /** Ends the innermost element of a name and all inside it, innermost first; none if not open. */
  close(name: string): readonly Element[];
  /** Ends the innermost block and all inside it, innermost first. */
  closeBlock(): readonly Element[];
  /** Ends all. */
  closeAll(): readonly Element[];
}

export const createElementStack = <Element extends OpenElement>(): ElementStack<Element> => {
  const open: Element[] = [];
  const blocks: number[] = [];
  const byName = new Map<string, number[]>();

  const closeDownTo = (depth: number): readonly Element[] => {
    const closed: Element[] = [];
    while (open.length > depth) {
      const element = open.pop() as Element;
      byName.get(element.name)?.pop();
      if (element.isBlock) blocks.pop();
      closed.push(element);
    }
    return closed;
  };

  return {
    push(element) {
      const places = byName.get(element.name);
      if (places) places.push(open.length);
      else byName.set(element.name, [open.length]);
      if (element.isBlock) blocks.push(open.length);
      open.push(element);
    },
    get top() {
      return open.at(-1);
    },
    get block() {
      const place = blocks.at(-1);
      return place === undefined ? undefined : open[place];
    },
    close(name) {
      const place = byName.get(name)?.at(-1);
      if (place === undefined) return [];
      const isBehindBlock = !open[place]?.isBlock && place < (blocks.at(-1) ?? -1);
      return isBehindBlock ? [] : closeDownTo(place);
    },
    closeBlock: () => closeDownTo(blocks.at(-1) ?? open.length),
    closeAll: () => closeDownTo(0),
  };
};
