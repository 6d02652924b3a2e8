using System.Collections;
using System.Collections.Generic;
using Tilewright;
using UnityEngine;

/// <summary>
/// Two bots play; every tile is a cube, stacks grow, and tiles that earn a bonus flash.
/// Put it on an empty object of a scene and press Play.
/// </summary>
public sealed class BoardSample : MonoBehaviour
{
    [SerializeField] private string variant = "stacking";
    [SerializeField] private string level = "strong";
    [SerializeField] private float secondsPerTurn = 1.5f;
    [SerializeField] private Color tileColour = new Color(0.93f, 0.87f, 0.73f);
    [SerializeField] private Color bonusColour = new Color(1f, 0.55f, 0.1f);

    private readonly Dictionary<string, List<GameObject>> stacks = new Dictionary<string, List<GameObject>>();
    private readonly Dictionary<string, Vector2> places = new Dictionary<string, Vector2>();
    private Engine engine;
    private Game game;
    private string message = "";

    private void Start()
    {
        engine = new Engine();
        var details = engine.Call("{\"op\":\"variant\",\"variant\":{\"shipped\":" + Json.Quote(variant) + "}}");
        foreach (var cell in details["cells"].Items)
        {
            places[cell["cell"].Text] = new Vector2(cell["x"].Whole / 1000f, -cell["y"].Whole / 1000f);
        }
        game = Game.Create(engine, variant, 2, (ulong)Random.Range(1, int.MaxValue));
        game.StackChanged += Stack;
        game.Scored += Show;
        game.Ended += result => message = "The game is over.";
        StartCoroutine(Play());
    }

    private IEnumerator Play()
    {
        while (!game.IsOver)
        {
            game.Submit(game.Best(level));
            yield return new WaitForSeconds(secondsPerTurn);
        }
    }

    private void Stack(string cell, int height)
    {
        if (!stacks.TryGetValue(cell, out var tiles))
        {
            stacks[cell] = tiles = new List<GameObject>();
        }
        while (tiles.Count > height)
        {
            Destroy(tiles[tiles.Count - 1]);
            tiles.RemoveAt(tiles.Count - 1);
        }
        while (tiles.Count < height)
        {
            var tile = GameObject.CreatePrimitive(PrimitiveType.Cube);
            var place = places[cell];
            tile.transform.SetParent(transform, false);
            tile.transform.localScale = new Vector3(0.9f, 0.25f, 0.9f);
            tile.transform.localPosition = new Vector3(place.x, tiles.Count * 0.26f, place.y);
            tile.GetComponent<Renderer>().material.color = tileColour;
            tiles.Add(tile);
        }
    }

    private void Show(Json account)
    {
        message = account["words"][0]["text"].Text + "  +" + account["total"].Number;
        foreach (var word in account["words"].Items)
        {
            foreach (var letter in word["letters"].Items)
            {
                // A letter with steps has met a premium.
                if (letter["steps"].Items.Count > 0)
                {
                    StartCoroutine(Flash(letter["cell"].Text));
                }
            }
        }
        foreach (var part in account["stack_contributions"].Items)
        {
            StartCoroutine(Flash(part["cell"].Text));
        }
    }

    private IEnumerator Flash(string cell)
    {
        List<GameObject> tiles;
        if (!stacks.TryGetValue(cell, out tiles) || tiles.Count == 0)
        {
            yield break;
        }
        var material = tiles[tiles.Count - 1].GetComponent<Renderer>().material;
        for (var time = 0f; time < 1f; time += Time.deltaTime)
        {
            material.color = Color.Lerp(bonusColour, tileColour, time);
            yield return null;
        }
        material.color = tileColour;
    }

    private void OnGUI()
    {
        GUI.Label(new Rect(10, 10, 600, 30), message);
    }

    private void OnDestroy()
    {
        engine?.Dispose();
    }
}
