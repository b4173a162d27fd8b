/**
 * A queue shared by several lanes: each `take` serves the next lane in turn, one item at a time,
 * so a lane with one item waits for at most one item of every other lane. Within a lane, first in,
 * first out.
 */
export class FairQueue<Lane extends object, Item> {
  readonly #itemsByLane = new Map<Lane, Item[]>();
  /** Lanes with items, the next to serve first. */
  readonly #turns: Lane[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(lane: Lane, item: Item): void {
    this.#size += 1;
    const items = this.#itemsByLane.get(lane);
    if (items) {
      items.push(item);
      return;
    }
    this.#itemsByLane.set(lane, [item]);
    this.#turns.push(lane);
  }

  take(): Item | undefined {
    const lane = this.#turns.shift();
    const items = lane && this.#itemsByLane.get(lane);
    if (!items) return undefined;
    const item = items.shift();
    this.#size -= 1;
    if (items.length > 0) this.#turns.push(lane);
    else this.#itemsByLane.delete(lane);
    return item;
  }

  /** Removes a lane and returns what it still held. */
  drop(lane: Lane): readonly Item[] {
    const items = this.#itemsByLane.get(lane);
    if (!items) return [];
    this.#itemsByLane.delete(lane);
    this.#turns.splice(this.#turns.indexOf(lane), 1);
    this.#size -= items.length;
    return items;
  }

  /** Empties the queue and returns everything it held. */
  clear(): readonly Item[] {
    const items = [...this.#itemsByLane.values()].flat();
    this.#itemsByLane.clear();
    this.#turns.length = 0;
    this.#size = 0;
    return items;
  }
}
