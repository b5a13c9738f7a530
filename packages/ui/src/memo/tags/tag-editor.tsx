import { normaliseText } from "@tidemark/core/markdown";
import { readTagName, type TagFault } from "@tidemark/core/tag-name";
import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { isPressed } from "../../keys/pressed-keys.ts";
import { useLanguage } from "../../language/language.ts";
import { offerTags, type TagOffer } from "./offer-tags.ts";
import { manyTagStrings } from "./many-strings.ts";
import { tagStrings } from "./strings.ts";
import { PartialTagChip, TagChip } from "./tag-chip.tsx";
import { useRetag } from "./use-retag.ts";
import { useShownWhile } from "./use-shown-while.ts";

interface TagEditorProps {
  /** Ids of the memos whose tags are edited. */
  readonly ids: readonly string[];
  /** Tags that all the memos have; null while loading. */
  readonly tags: readonly string[] | null;
  /** Tags that only some of the memos have, with their number. */
  readonly partial?: readonly { readonly tag: string; readonly count: number }[];
  readonly known: readonly { readonly tag: string; readonly count: number }[];
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Editor of the tags of one or more memos, with suggestions from the user's tags. */
export function TagEditor({ ids, tags, partial = [], known, field }: TagEditorProps) {
  useLanguage();
  const retag = useRetag();
  const list = useId();
  const note = useId();
  const [typed, setTyped] = useState("");
  /** Index of the suggestion chosen by arrow keys; null if Enter adds the typed tag. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [isMarked, setIsMarked] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const ofMemo = tags ?? [];
  const isMany = ids.length > 1;
  const offers = offerTags(typed, known, ofMemo);
  // Normalised as it would be stored.
  const name = readTagName(normaliseText(typed));
  const isTypedFirst = name.ok && offers[0]?.tag === name.tag;
  const active = chosen ?? (isTypedFirst ? 0 : -1);
  const last = ofMemo.at(-1);
  const optionId = (at: number): string => `${list}-${at}`;

  const begin = (text: string): void => {
    setTyped(text);
    setChosen(null);
    setIsMarked(false);
    setWrong(null);
  };
  const add = (tag: string): void => {
    begin("");
    field.current?.focus({ preventScroll: true });
    void retag.add(ids, tag);
  };
  const remove = (tag: string): void => {
    setIsMarked(false);
    // The chip's button is about to be removed.
    field.current?.focus({ preventScroll: true });
    void retag.remove(ids, tag);
  };
  const enter = (): void => {
    const offer = offers[active];
    if (offer !== undefined) return add(offer.tag);
    setWrong(name.ok ? tagStrings.present(name.tag) : inWords(name.fault));
  };
  const step = (by: 1 | -1): void => {
    if (offers.length === 0) return;
    const from = active === -1 && by === -1 ? 0 : active;
    setChosen((from + by + offers.length) % offers.length);
  };
  const eraseLast = (): void => {
    if (last === undefined) return;
    if (isMarked) return remove(last);
    setIsMarked(true);
    useFeedback.getState().announce(tagStrings.removeNext(last));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "Enter") enter();
    else if (key === "ArrowDown") step(1);
    else if (key === "ArrowUp") step(-1);
    else if (key === "Backspace" && typed === "") eraseLast();
    // With an empty field, Ctrl+Z undoes the last action instead of typing.
    else if (typed === "" && isPressed(event, "Ctrl+Z")) useFeedback.getState().undo();
    else return setIsMarked(false);
    event.preventDefault();
  };
  return (
    <>
      {tags !== null && tags.length + partial.length === 0 && (
        <p className="text-small text-text-3">{isMany ? manyTagStrings.none : tagStrings.none}</p>
      )}
      {ofMemo.length + partial.length > 0 && (
        <ul className="tag-chips" aria-label={isMany ? manyTagStrings.ofMemos : tagStrings.ofMemo}>
          {ofMemo.map((tag) => (
            <TagChip
              key={tag}
              tag={tag}
              isMarked={isMarked && tag === last}
              remove={() => remove(tag)}
            />
          ))}
          {partial.map(({ tag, count }) => (
            <PartialTagChip
              key={tag}
              tag={tag}
              some={manyTagStrings.some(count, ids.length)}
              add={() => add(tag)}
              remove={() => remove(tag)}
            />
          ))}
        </ul>
      )}
      <input
        ref={field}
        type="text"
        role="combobox"
        className="field mt-2.5 flex-none"
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="done"
        aria-label={tagStrings.field}
        placeholder={tagStrings.field}
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={list}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : note}
        value={typed}
        onChange={({ currentTarget }) => begin(currentTarget.value)}
        onKeyDown={press}
        onBlur={() => setIsMarked(false)}
      />
      {wrong !== null && (
        <p id={note} role="alert" className="mt-1.5 text-small text-danger">
          {wrong}
        </p>
      )}
      <Offers {...{ list, offers, active, optionId }} choose={add} />
    </>
  );
}

function inWords(fault: TagFault): string {
  return fault.kind === "character"
    ? tagStrings.wrongCharacter(fault.character)
    : tagStrings.reasons[fault.kind];
}

function Offers(props: {
  readonly list: string;
  readonly offers: readonly TagOffer[];
  /** Index of the active suggestion, or −1. */
  readonly active: number;
  optionId(at: number): string;
  choose(tag: string): void;
}) {
  useLanguage();
  return (
    <ul
      id={props.list}
      role="listbox"
      aria-label={tagStrings.known}
      className="tag-offers"
      hidden={props.offers.length === 0}
    >
      {props.offers.map((offer, at) => (
        <Option
          key={offer.tag}
          id={props.optionId(at)}
          offer={offer}
          isActive={at === props.active}
          choose={() => props.choose(offer.tag)}
        />
      ))}
    </ul>
  );
}

function Option(props: {
  readonly id: string;
  readonly offer: TagOffer;
  readonly isActive: boolean;
  choose(): void;
}) {
  useLanguage();
  const { id, offer, isActive } = props;
  const row = useShownWhile<HTMLLIElement>(isActive);
  return (
    <li
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      data-highlighted={isActive || undefined}
      className="menu-row text-small"
      // Keep the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.choose}
    >
      <bdi className="truncate">{offer.isNew ? tagStrings.newTag(offer.tag) : `#${offer.tag}`}</bdi>
      {!offer.isNew && (
        <span className="ms-auto flex-none text-meta text-text-3 tabular-nums">{offer.count}</span>
      )}
    </li>
  );
}
